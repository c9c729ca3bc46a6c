import type { Endpoint } from '#kernel/endpoint.ts'
import { Refusal } from '#kernel/errors.ts'
import { browserCall } from '#platform/web/call.ts'
import { SENTENCES } from '../../contract/forms.ts'
import type { FieldError, FieldErrors } from '../../rules/form-validation.ts'

/** What a form's page says when sending did not work out. */
export type SendProblem = 'offline' | 'failed' | 'tooMany' | 'lost' | 'check'

/** What came of sending: the reply, or what is wrong; nothing that was typed is lost. */
export type SendAnswer =
  | { ok: true; reply: Record<string, unknown> }
  | { ok: false; problem: SendProblem; errors: FieldErrors }

interface Parts {
  params?: Record<string, string>
  body: Record<string, unknown>
}

/** Sends a form to its call from the browser. */
export async function send(endpoint: Endpoint, parts: Parts, csrfToken: string): Promise<SendAnswer> {
  // The declarations of these pages come without schemas, so that no schema library travels to visitors.
  const call = browserCall(csrfToken) as (endpoint: Endpoint, parts: Parts) => Promise<Record<string, unknown>>
  try {
    return { ok: true, reply: await call(endpoint, parts) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ok: false, ...problemOf(error.details) }
  }
}

/** What a refused call means to the person. */
export function problemOf(details: Pick<Refusal['details'], 'code' | 'status' | 'message' | 'field'>): {
  problem: SendProblem
  errors: FieldErrors
} {
  const { code, status, field } = details
  if (status === 422 && field !== undefined) return { problem: 'check', errors: { [field]: validateField(details) } }
  if (code === 'offline' || status === 503) return { problem: 'offline', errors: {} }
  if (status === 429) return { problem: 'tooMany', errors: {} }
  return { problem: status === 404 || status === 409 ? 'lost' : 'failed', errors: {} }
}

function validateField({ code, message }: { code: string; message: string }): FieldError {
  const errors = Object.keys(SENTENCES) as FieldError[]
  return errors.find((error) => error === code) ?? errors.find((error) => SENTENCES[error] === message) ?? 'required'
}
