import { data } from 'react-router'
import type { ActionFunction } from 'react-router'
import { findRefusal, isDocumentRequest, sessionContext } from './call-context.ts'
import type { WebSession } from './call-context.ts'
import { CSRF_FAILED, INTENT_FIELD, SIGNED_OUT, readFormData } from './form.ts'
import { readText } from './intents.ts'

/** The answer to a form whose token belongs to a session that has ended, in the shape of `FormResult`. */
export interface ExpiredForm {
  ok: false
  code: string
  message: string
  errors: Record<string, string>
  intent: string
  /** The account that is signed in now, with its token; absent after a log-out. */
  renewal?: { email: string; csrfToken: string }
}

/**
 * Wraps the action of a page behind the login. A form that a script sent with an expired token gets an answer that the
 * form shows, because the error page would take away what was typed.
 */
export function keepExpiredForms(action: ActionFunction): ActionFunction {
  return async (args, ...rest) => {
    const copy = args.request.clone()
    try {
      return await action(args, ...rest)
    } catch (error) {
      if (findRefusal(error)?.code !== CSRF_FAILED || isDocumentRequest(copy)) throw error
      return describeExpiredForm(copy, args.context.get(sessionContext))
    }
  }
}

async function describeExpiredForm(request: Request, session: WebSession) {
  const intent = readText(await readFormData(request, session), INTENT_FIELD)
  const { actor } = session
  const code = actor ? CSRF_FAILED : SIGNED_OUT
  const answer = { ok: false, code, message: session.errorText({ code }), errors: {}, intent } as const
  if (!actor) return data<ExpiredForm>(answer, { status: 401 })
  const renewal = { email: actor.email, csrfToken: session.csrfToken() }
  return data<ExpiredForm>({ ...answer, renewal }, { status: 403 })
}
