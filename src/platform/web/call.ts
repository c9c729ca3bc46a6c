import type { Call, Endpoint, ReplyOf } from '#kernel/endpoint.ts'
import { CallRefusal } from '#kernel/errors.ts'
import type { CallRefusalDetails } from '#kernel/errors.ts'

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/**
 * Builds the `Call` for the browser. It returns the declared reply or throws a `CallRefusal`. Without a connection the
 * code is `offline`, for an answer that cannot be read it is `failed`; then the message is empty and the page has a
 * sentence for it.
 */
export function browserCall(csrfToken: string): Call {
  return async <E extends Endpoint>(endpoint: E, ...[input]: unknown[]) => {
    const parts = (input ?? {}) as Parts
    const response = await send(endpoint, parts, csrfToken)
    const reply: unknown = await response.json().catch(() => undefined)
    if (!response.ok || reply === undefined) throw toRefusal(response.status, reply)
    return reply as ReplyOf<E>
  }
}

async function send(endpoint: Endpoint, parts: Parts, csrfToken: string): Promise<Response> {
  const isJson = endpoint.encoding === 'json'
  const body =
    endpoint.encoding === 'none' ? null : isJson ? JSON.stringify(parts.body ?? {}) : toSearchParams(parts.body)
  try {
    return await fetch(buildAddress(endpoint.path, parts), {
      method: endpoint.method,
      body,
      headers: {
        Accept: 'application/json',
        'X-CSRFToken': csrfToken,
        ...(isJson ? { 'Content-Type': 'application/json' } : {}),
      },
    })
  } catch {
    throw new CallRefusal({ code: 'offline', status: 503, message: '' })
  }
}

/** Fills the `:name` parts of a path and appends the query. Omits empty values and repeats list parameters. */
export function buildAddress(path: string, parts: Pick<Parts, 'params' | 'query'>): string {
  const filled = path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(parts.params?.[name])))
  const query = toSearchParams(parts.query).toString()
  return query === '' ? filled : `${filled}?${query}`
}

function toSearchParams(values: Record<string, unknown> = {}): URLSearchParams {
  const entries = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') entries.append(name, String(item))
    }
  }
  return entries
}

/** Converts the body of a refusal; an unreadable body gives the code `failed` and no message. */
export function toRefusal(status: number, reply: unknown): CallRefusal {
  const { code, message, field, choice } = (reply ?? {}) as Partial<CallRefusalDetails>
  return new CallRefusal({
    code: code ?? 'failed',
    status,
    message: message ?? '',
    ...(field !== undefined && { field }),
    ...(choice && { choice }),
  })
}
