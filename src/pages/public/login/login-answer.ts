import { data, redirectDocument } from 'react-router'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { loginCall } from '#domains/accounts/contract/sign-in.ts'
import { chooseDestination } from '#domains/accounts/rules.ts'
import { NEEDS_CODE, NEEDS_CONFIRMATION } from '#domains/accounts/web/login-form.tsx'
import type { FormResult } from '#platform/web/form.ts'

/** A login as it was typed, and the address of its page. */
export interface SentLogin {
  request: Request
  email: string
  /** Whether this was the second step. */
  isCode: boolean
}

/** Converts the reply of a login to the answer of its form. A success loads the requested page, or the role's home. */
export function answerLogin(reply: ReplyOf<typeof loginCall>, { request, email, isCode }: SentLogin) {
  if (reply.success) {
    const next = new URL(request.url).searchParams.get('next')
    return redirectDocument(chooseDestination(next, reply.redirect_to ?? '/'), 303)
  }
  if (reply.needs_code) return refuseLogin({ email: '', code: NEEDS_CODE, message: isCode ? reply.message : '' })
  const code = reply.needs_confirmation ? NEEDS_CONFIRMATION : 'refused'
  return refuseLogin({ email, code, message: reply.message })
}

interface RefusedLogin {
  email: string
  code: string
  message: string
  status?: number
  errors?: Record<string, string>
}

/**
 * Builds the answer of a refused login. Without a script the page is rendered again, so the typed e-mail is returned.
 * The password never is.
 */
export function refuseLogin({ email, code, message, status = 200, errors = {} }: RefusedLogin) {
  return data<FormResult<never> & { email: string }>({ ok: false, code, message, errors, email }, { status })
}
