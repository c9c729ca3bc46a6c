import { useState } from 'react'
import type { Endpoint, ReplyOf } from '#kernel/endpoint.ts'
import { CallRefusal } from '#kernel/errors.ts'
import { useCsrfToken } from './session.tsx'
import { browserUpload } from './upload.ts'

interface Upload {
  params: Record<string, unknown>
  query?: Record<string, unknown>
  file: File
  /** The sentence for an upload without an answer; `sent` is the part of the file that was sent. */
  sayFailed: (sent: number) => string
}

/**
 * Sends files to an endpoint. `sent` is the part of the file that has been sent, from 0 to 1, and undefined when none
 * is under way. `send` answers the reply or, when the call is refused, its sentence as `failure`.
 */
export function useUpload<E extends Endpoint>(endpoint: E) {
  const upload = browserUpload(useCsrfToken())
  const [sent, setSent] = useState<number>()
  const send = async ({ sayFailed, ...file }: Upload): Promise<ReplyOf<E> | { failure: string }> => {
    let part = 0
    setSent(0)
    try {
      return await upload(endpoint, { ...file, onProgress: (sentPart) => setSent((part = sentPart)) })
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error
      return { failure: error.details.message || sayFailed(part) }
    } finally {
      setSent(undefined)
    }
  }
  return { sent, send }
}
