import type { Endpoint } from '#kernel/endpoint.ts'
import { CallRefusal } from '#kernel/errors.ts'
import type { CallRefusalDetails } from '#kernel/errors.ts'
import { browserCall } from '#platform/web/call.ts'
import type { ShownErrors } from './form-context.ts'

/** What a form's page says when sending did not work out. */
export type SendProblem = 'offline' | 'failed' | 'tooMany' | 'lost' | 'check'

/** What came of sending: the reply, or what is wrong; nothing that was typed is lost. */
export type SendAnswer =
  | { ok: true; reply: Record<string, unknown> }
  | { ok: false; problem: SendProblem; errors: ShownErrors }

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
    if (!(error instanceof CallRefusal)) throw error
    return { ok: false, ...toProblem(error.details) }
  }
}

/** What a refused call means to the person; a field shows the sentence of the answer. */
export function toProblem({ code, status, field, message }: CallRefusalDetails): {
  problem: SendProblem
  errors: ShownErrors
} {
  if (status === 422 && field !== undefined) return { problem: 'check', errors: { [field]: { message } } }
  if (code === 'offline' || status === 503) return { problem: 'offline', errors: {} }
  if (status === 429) return { problem: 'tooMany', errors: {} }
  return { problem: status === 404 || status === 409 ? 'lost' : 'failed', errors: {} }
}
