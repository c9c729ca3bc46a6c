import { redirect } from 'react-router'
import type { Route } from './+types/log-out'
import { logoutCall } from '#domains/people/accounts/contract/sign-in.ts'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { readSessionForm } from '#platform/web/form.ts'

/** Ends the session and goes home. A session that another tab has ended needs no more. */
export async function action({ context, request }: Route.ActionArgs) {
  if (context.get(sessionContext).actor === null) return redirect('/')
  await readSessionForm(request, context)
  await context.get(callContext)(logoutCall)
  return redirect('/')
}

/** Redirects home: a GET request never logs out. */
export function loader() {
  return redirect('/')
}

/** The route has a component, so that a refusal shows an error page. */
export default function LogOut() {
  return null
}
