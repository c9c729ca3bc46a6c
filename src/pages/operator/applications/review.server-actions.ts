import { data } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { runIntent, readText } from '#platform/web/intents.ts'
import {
  approveApplicationCall,
  noteApplicationCall,
  rejectApplicationCall,
} from '#domains/partners/applications/contract/calls.ts'

interface RouteArgs {
  context: Readonly<RouterContextProvider>
  request: Request
}

/** Approves, rejects or notes an application. */
export async function actReview({ context, request }: RouteArgs) {
  const form = await readForm(request, context)
  const call = context.get(callContext)
  const params = { application_id: readText(form, 'application_id') }
  const note = readText(form, 'note')
  const { data: answer, init } = await runIntent(context, form, {
    approve: () => call(approveApplicationCall, { params, body: { note, website: readText(form, 'website') } }),
    reject: () => call(rejectApplicationCall, { params, body: { note, reason: readText(form, 'reason') } }),
    note: () => call(noteApplicationCall, { params, body: { note } }),
  })
  return data({ ...answer, rowId: Number(params.application_id) }, init ?? {})
}
