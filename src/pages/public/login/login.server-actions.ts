import { redirect } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { readFields, readForm } from '#platform/web/form.ts'
import { getPublicPageMeta } from '#platform/web/public-meta.ts'
import { loginCall } from '#domains/people/accounts/contract/sign-in.ts'
import type { LoginType } from '#domains/people/accounts/contract/sign-in.ts'
import { loginCodeCall } from '#domains/people/accounts/contract/two-step.ts'
import { chooseFirstPage } from '#domains/people/accounts/web/first-page.ts'
import { getHome } from '#domains/people/accounts/rules.ts'
import { checkForm, refuseFor } from '#domains/people/accounts/web/form-answer.ts'
import type { refuse } from '#domains/people/accounts/web/form-answer.ts'
import { answerLogin, refuseLogin } from './login-answer.ts'

interface RouteArgs {
  context: Readonly<RouterContextProvider>
  request: Request
}

/** Loads a login page. A signed-in account is redirected to its home. */
export function loadLogin({ context, request }: RouteArgs, page: 'loginCreator' | 'loginAdvertiser') {
  const session = context.get(sessionContext)
  const { searchParams } = new URL(request.url)
  if (session.actor) {
    const home = getHome(session.actor.role)
    throw redirect(chooseFirstPage(searchParams.get('next'), home))
  }
  return {
    csrfToken: session.csrfToken(),
    isPasswordSaved: searchParams.has('saved'),
    // A password that was chosen by a mailed link leads here when the account has two-step sign-in.
    isCodeNeeded: searchParams.has('code'),
    ...getPublicPageMeta(context, page, { texts: ['accounts'] }),
  }
}

/** Logs in by a posted form, for browsers without scripts. */
export async function actLogin({ context, request }: RouteArgs, type: LoginType) {
  const form = await readForm(request, context)
  const isCode = form.has('code')
  const fields = readFields(form) as { email: string; password: string; code: string }
  const email = fields.email ?? ''
  const call = context.get(callContext)
  const body = { ...fields, type }
  const wrong = checkForm(context.get(sessionContext), isCode ? loginCodeCall.body : loginCall.body, body)
  if (wrong) return refuseAgain(wrong, { email, isCodeNeeded: isCode })
  try {
    const reply = isCode ? await call(loginCodeCall, { body }) : await call(loginCall, { body })
    return answerLogin(reply, { request, email, isCode })
  } catch (error) {
    return refuseAgain(refuseFor(error), { email, isCodeNeeded: isCode })
  }
}

/** Shows the form again: in the second step the field for the code. */
function refuseAgain(
  { data: refused, init }: ReturnType<typeof refuse>,
  sent: { email: string; isCodeNeeded: boolean },
) {
  const { code, message, errors } = refused.ok ? { code: '', message: '', errors: {} } : refused
  return refuseLogin({ ...sent, code, message, errors, status: init?.status ?? 200 })
}
