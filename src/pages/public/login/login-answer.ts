import { data, redirectDocument } from 'react-router'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { loginCall } from '#domains/people/accounts/contract/sign-in.ts'
import { chooseFirstPage } from '#domains/people/accounts/web/first-page.ts'
import { NEEDS_CONFIRMATION } from '#domains/people/accounts/web/login-form.tsx'
import type { FormResult } from '#platform/web/form.ts'

/** A login as it was typed, and the address of its page. */
export interface SentLogin {
  request: Request
  email: string
  /** Whether this was the second step. */
  isCode: boolean
}

/** Converts the reply of a login to the answer of its form. A success loads the requested page or the home. */
export function answerLogin(reply: ReplyOf<typeof loginCall>, { request, email, isCode }: SentLogin) {
  if (reply.success) {
    const next = new URL(request.url).searchParams.get('next')
    return redirectDocument(chooseFirstPage(next, reply.redirect_to ?? '/'), 303)
  }
  if (reply.needs_code) return refuseLogin({ email: '', isCodeNeeded: true, message: isCode ? reply.message : '' })
  return refuseLogin({ email, message: reply.message, ...(reply.needs_confirmation && { code: NEEDS_CONFIRMATION }) })
}

interface RefusedLogin {
  email: string
  message: string
  code?: string
  /** Whether the form asks for the code of the second step. */
  isCodeNeeded?: boolean
  status?: number
  errors?: Record<string, string>
}

/**
 * Builds the answer of a refused login. Without a script the page is rendered again, so the typed e-mail is returned.
 * The password never is.
 */
export function refuseLogin({ status = 200, ...answer }: RefusedLogin) {
  return data<FormResult<never> & { email: string; isCodeNeeded: boolean }>(
    { ok: false, code: 'refused', isCodeNeeded: false, errors: {}, ...answer },
    { status },
  )
}
