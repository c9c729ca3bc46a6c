import { data } from 'react-router'
import type { ActionFunction } from 'react-router'
import { findRefusal, isDocumentRequest, sessionContext } from './call-context.ts'
import type { WebSession } from './call-context.ts'
import { CSRF_FAILED, INTENT_FIELD, OTHER_ADVERTISER, SIGNED_OUT, readFormData } from './form.ts'
import { readText } from './intents.ts'

/**
 * The answer to a form whose token belongs to a session that has ended, or whose page was opened for another brand, in
 * the shape of `FormResult`.
 */
export interface ExpiredForm {
  ok: false
  code: string
  message: string
  errors: Record<string, string>
  intent: string
  /** The account that is signed in now, with its token; absent after a log-out, and for another brand. */
  renewal?: { email: string; csrfToken: string }
}

/**
 * Wraps the action of a page behind the login. A form that a script sent with an expired token, or from a page of
 * another brand, gets an answer that the form shows, because the error page would take away what was typed. Only an
 * expired token can be renewed: a form of one brand is never sent for another.
 */
export function keepExpiredForms(action: ActionFunction): ActionFunction {
  return async (args, ...rest) => {
    const copy = args.request.clone()
    try {
      return await action(args, ...rest)
    } catch (error) {
      const code = findRefusal(error)?.code
      if ((code !== CSRF_FAILED && code !== OTHER_ADVERTISER) || isDocumentRequest(copy)) throw error
      return describeExpiredForm(copy, {
        session: args.context.get(sessionContext),
        isOfOther: code === OTHER_ADVERTISER,
      })
    }
  }
}

async function describeExpiredForm(
  request: Request,
  { session, isOfOther }: { session: WebSession; isOfOther: boolean },
) {
  const intent = readText(await readFormData(request, session), INTENT_FIELD)
  const { actor } = session
  const code = !actor ? SIGNED_OUT : isOfOther ? OTHER_ADVERTISER : CSRF_FAILED
  const answer = { ok: false, code, message: session.errorText({ code }), errors: {}, intent } as const
  if (actor && isOfOther) return data<ExpiredForm>(answer, { status: 409 })
  if (!actor) return data<ExpiredForm>(answer, { status: 401 })
  const renewal = { email: actor.email, csrfToken: session.csrfToken() }
  return data<ExpiredForm>({ ...answer, renewal }, { status: 403 })
}
