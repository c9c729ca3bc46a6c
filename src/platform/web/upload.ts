import type { Endpoint, ReplyOf } from '#kernel/endpoint.ts'
import { CallRefusal } from '#kernel/errors.ts'
import { buildAddress, toRefusal } from './call.ts'

interface Upload {
  params: Record<string, unknown>
  query?: Record<string, unknown> | undefined
  file: File
  /** Called with the part of the file that has been sent, from 0 to 1. */
  onProgress: (sent: number) => void
}

/**
 * Builds the function that sends a file to an endpoint with the encoding `file`. It returns the declared reply or
 * throws a `CallRefusal`, like `browserCall`.
 */
export function browserUpload(csrfToken: string) {
  return async <E extends Endpoint>(endpoint: E, upload: Upload): Promise<ReplyOf<E>> => {
    const { status, text } = await send(endpoint, upload, csrfToken)
    const reply = parseJson(text)
    if (status >= 300) throw toRefusal(status, reply)
    return reply as ReplyOf<E>
  }
}

/** Only XMLHttpRequest tells how much of a body has been sent. */
function send(endpoint: Endpoint, { params, query, file, onProgress }: Upload, csrfToken: string) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, buildAddress(endpoint.path, { params, query }))
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('X-CSRFToken', csrfToken)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total))
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }))
    request.addEventListener('error', () => reject(new CallRefusal({ code: 'offline', status: 503, message: '' })))
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
