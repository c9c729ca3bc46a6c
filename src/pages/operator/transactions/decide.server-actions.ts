import type { RouterContextProvider } from 'react-router'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { decideTransactionsCall } from '#domains/orders/transactions/contract/decisions.ts'
import { submitDecision } from '#domains/orders/transactions/web/decision-form.ts'

/** Handles the forms of `DecisionButtons`. */
export async function decideAction(request: Request, context: Readonly<RouterContextProvider>) {
  const call = context.get(callContext)
  return submitDecision(await readForm(request, context), (body) => call(decideTransactionsCall, { body }))
}
