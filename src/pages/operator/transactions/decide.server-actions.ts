import type { RouterContextProvider } from 'react-router'
import { callContext } from '#platform/web/call-context.ts'
import { INTENT_FIELD, readFields, readForm, submit } from '#platform/web/form.ts'
import { decideTransactionsCall } from '#domains/transactions/contract/calls.ts'

/** Handles the forms of `DecisionButtons`. The form's intent is the decision. */
export async function decideAction(request: Request, context: Readonly<RouterContextProvider>) {
  const form = await readForm(request, context)
  const { transaction = [], reason_code: reason, note } = readFields(form, ['transaction'])
  const isCancelling = form.get(INTENT_FIELD) === 'cancel'
  const body = {
    transactions: [transaction].flat(),
    action: isCancelling ? ('cancel' as const) : ('confirm' as const),
    ...(isCancelling ? { reason_code: reason as never, note: String(note ?? '') } : {}),
  }
  return submit(() => context.get(callContext)(decideTransactionsCall, { body }))
}
