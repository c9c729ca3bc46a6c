import { data, redirect, redirectDocument } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { callContext, findRefusal, sessionContext } from '#platform/web/call-context.ts'
import { readFields, readForm } from '#platform/web/form.ts'
import { getPublicPageMeta } from '#platform/web/public-meta.ts'
import { loginCall } from '#domains/accounts/contract/sign-in.ts'
import type { LoginType } from '#domains/accounts/contract/sign-in.ts'
import { loginCodeCall } from '#domains/accounts/contract/two-step.ts'
import { NEEDS_CODE } from '#domains/accounts/web/login-form.tsx'
import { chooseDestination, getHome } from '#domains/accounts/rules.ts'
import { checkForm, refuse, refuseFor } from '#domains/accounts/web/form-answer.ts'

interface RouteArgs {
  context: Readonly<RouterContextProvider>
  request: Request
}

/** Loads a login page. A signed-in account is redirected to its home. */
export function loadLogin({ context, request }: RouteArgs, page: 'loginCreator' | 'loginAdvertiser') {
  const session = context.get(sessionContext)
  const { searchParams } = new URL(request.url)
  if (session.actor) {
    const home = getHome(session.actor.role, session.actor.subAccount !== undefined)
    throw redirect(chooseDestination(searchParams.get('next'), home))
  }
  return {
    brand: session.network.name,
    csrfToken: session.csrfToken(),
    isPasswordSaved: searchParams.has('saved'),
    // A password that was chosen by a mailed link leads here when the account has two-step sign-in.
    isCodeNeeded: searchParams.has('code'),
    ...getPublicPageMeta(context, page, { texts: ['accounts'] }),
  }
}

/** Logs in by a posted form. On success it loads the requested page, or the role's home, as a new document. */
export async function actLogin({ context, request }: RouteArgs, type: LoginType) {
  const form = await readForm(request, context)
  if (form.has('code')) return actCode({ context, request }, form)
  const session = context.get(sessionContext)
  const body = { ...readFields(form), type } as { email: string; password: string; type: LoginType }
  const wrong = checkForm(session, loginCall.body, body)
  if (wrong) return withEmail(wrong, body.email)
  try {
    const reply = await context.get(callContext)(loginCall, { body })
    if (reply.needs_code) return needsCode('')
    if (!reply.success) return withEmail(refuse({ status: 200, message: reply.message }), body.email)
    const next = new URL(request.url).searchParams.get('next')
    return redirectDocument(chooseDestination(next, reply.redirect_to ?? '/'), 303)
  } catch (error) {
    return withEmail(refuseFor(error), body.email)
  }
}

/** Sends the code of the second step. The first step is in a cookie. */
async function actCode({ context, request }: RouteArgs, form: FormData) {
  const body = readFields(form) as { code: string }
  const wrong = checkForm(context.get(sessionContext), loginCodeCall.body, body)
  if (wrong) return needsCode(wrong.data.ok ? '' : wrong.data.message)
  try {
    const reply = await context.get(callContext)(loginCodeCall, { body })
    if (reply.needs_code) return needsCode(reply.message)
    if (!reply.success) return withEmail(refuse({ status: 200, message: reply.message }), '')
    const next = new URL(request.url).searchParams.get('next')
    return redirectDocument(chooseDestination(next, reply.redirect_to ?? '/'), 303)
  } catch (error) {
    return needsCode(findRefusal(error)?.message ?? '')
  }
}

/** Asks for the code of the second step, with the message about a wrong one. */
function needsCode(message: string) {
  return withEmail(refuse({ status: 200, code: NEEDS_CODE, message }), '')
}

// Without a script the page is rendered again, so the typed e-mail is returned. The password never is.
function withEmail(answer: ReturnType<typeof refuse>, email: string) {
  return data({ ...answer.data, email }, answer.init ?? {})
}
