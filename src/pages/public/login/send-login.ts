import { CallRefusal } from '#kernel/errors.ts'
import { browserCall } from '#platform/web/call.ts'
import { CSRF_FIELD, readFields } from '#platform/web/form.ts'
import * as wire from '#domains/people/accounts/contract/endpoint-paths.ts'
import type { LoginType, loginCall } from '#domains/people/accounts/contract/sign-in.ts'
import type { loginCodeCall } from '#domains/people/accounts/contract/two-step.ts'
import { answerLogin, refuseLogin } from './login-answer.ts'

interface BrowserLogin<T> {
  request: Request
  type: LoginType
  /** Posts the form to the page, as a browser without scripts does. */
  serverAction: () => Promise<T>
}

/**
 * Logs in from the browser by the specified call, in one or two steps (specification 1, section 7). The page itself
 * answers a form with an empty field, because it knows the sentence of every field.
 */
export async function sendLogin<T>({ request, type, serverAction }: BrowserLogin<T>) {
  const form = await request.clone().formData()
  const fields = readFields(form) as Record<string, string | undefined>
  const { email = '', password = '', code, [CSRF_FIELD]: token = '' } = fields
  const isCode = code !== undefined
  if ([email, password].includes('') && !isCode) return serverAction()
  const call = browserCall(token)
  try {
    // The endpoints of these pages are declared without schemas, so that visitors do not load a schema library.
    const reply = isCode
      ? await call(wire.loginCode as unknown as typeof loginCodeCall, { body: { code } })
      : await call(wire.login as unknown as typeof loginCall, { body: { email, password, type } })
    return answerLogin(reply, { request, email, isCode })
  } catch (error) {
    if (!(error instanceof CallRefusal)) throw error
    const { code: refused, message, status, field } = error.details
    return refuseLogin({
      email,
      isCodeNeeded: isCode,
      code: refused,
      message,
      status,
      errors: field === undefined ? {} : { [field]: message },
    })
  }
}
