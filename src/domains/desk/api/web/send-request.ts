import type { CallRequest } from '../rules/example-values.ts'

/** The answer to a call that a page sent. */
export type CallAnswer =
  | { kind: 'offline' }
  | { kind: 'answered'; status: number; ms: number; headers: string[]; body: string; isCut: boolean }

const SHOWN_HEADERS = ['content-type', 'retry-after', 'deprecation', 'synced-until', 'num', 'pagenow', 'pagetotal']

/** The most characters of an answer that the page reads; a stream can be of any length. */
const MAX_SHOWN = 20_000

/** Sends a call with an API key, without the cookies of the reader. Reads the beginning of the answer. */
export async function sendRequest({ method, address, body }: CallRequest, secret: string): Promise<CallAnswer> {
  const begun = performance.now()
  try {
    const response = await fetch(address, {
      method,
      credentials: 'omit',
      headers: {
        Authorization: `Bearer ${secret}`,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    })
    const text = await readBeginning(response)
    const isCut = text.length > MAX_SHOWN
    return {
      kind: 'answered',
      status: response.status,
      ms: Math.round(performance.now() - begun),
      headers: SHOWN_HEADERS.flatMap((name) => formatHeader(name, response.headers.get(name))),
      body: isCut ? text.slice(0, MAX_SHOWN) : formatBody(text, response.headers.get('content-type') ?? ''),
      isCut,
    }
  } catch {
    return { kind: 'offline' }
  }
}

async function readBeginning({ body }: Response): Promise<string> {
  if (!body) return ''
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (text.length <= MAX_SHOWN) {
    const { done, value } = await reader.read()
    if (done) return text
    text += value
  }
  await reader.cancel()
  return text
}

function formatHeader(name: string, value: string | null): string[] {
  return value === null ? [] : [`${name}: ${value}`]
}

function formatBody(text: string, type: string): string {
  if (!/^application\/(problem\+)?json/.test(type)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
