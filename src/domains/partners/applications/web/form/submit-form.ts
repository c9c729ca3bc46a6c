import type { Endpoint } from '#kernel/endpoint.ts'
import { CallRefusal } from '#kernel/errors.ts'
import type { CallRefusalDetails } from '#kernel/errors.ts'
import { browserCall } from '#platform/web/call.ts'
import type { ShownErrors } from './form-context.ts'

/** The reasons why a form could not be sent. */
export type SendProblem = 'offline' | 'failed' | 'tooMany' | 'lost' | 'check'

/** The result of sending a form: the reply, or the problem and the errors at fields. */
export type SendAnswer =
  | { ok: true; reply: Record<string, unknown> }
  | { ok: false; problem: SendProblem; errors: ShownErrors }

interface Parts {
  params?: Record<string, string>
  body: Record<string, unknown>
}

/** Sends a form to its endpoint from the browser. */
export async function send(endpoint: Endpoint, parts: Parts, csrfToken: string): Promise<SendAnswer> {
  // The endpoints of these pages are declared without schemas, so that visitors do not load a schema library.
  const call = browserCall(csrfToken) as (endpoint: Endpoint, parts: Parts) => Promise<Record<string, unknown>>
  try {
    return { ok: true, reply: await call(endpoint, parts) }
  } catch (error) {
    if (!(error instanceof CallRefusal)) throw error
    return { ok: false, ...toProblem(error.details) }
  }
}

/** Converts a refused call to a problem and the errors at fields. */
export function toProblem({ code, status, field, message }: CallRefusalDetails): {
  problem: SendProblem
  errors: ShownErrors
} {
  if (status === 422 && field !== undefined) return { problem: 'check', errors: { [field]: { message } } }
  if (code === 'offline' || status === 503) return { problem: 'offline', errors: {} }
  if (status === 429) return { problem: 'tooMany', errors: {} }
  return { problem: status === 404 || status === 409 ? 'lost' : 'failed', errors: {} }
}
