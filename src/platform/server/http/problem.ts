import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/errors.ts'
import type { RefusalDetails } from '#kernel/errors.ts'

/**
 * A refusal on the wire: an RFC 9457 problem document that also says `success: false` and `message`, as the specified
 * calls expect.
 */
export function problemOf(details: RefusalDetails) {
  return {
    type: 'about:blank',
    title: STATUS_CODES[details.status] ?? 'Error',
    status: details.status,
    detail: details.message,
    code: details.code,
    ...(details.field === undefined ? {} : { field: details.field }),
    success: false,
    message: details.message,
  }
}

/**
 * Answers an error. What is not a `Refusal` is logged and told without details; a database that is away answers 503.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const details = error instanceof Refusal ? error.details : detailsOf(error, request)
  if (details.retryAfterSeconds !== undefined) reply.header('Retry-After', String(details.retryAfterSeconds))
  reply.header('Cache-Control', 'no-store')
  return reply.code(details.status).type('application/problem+json').send(problemOf(details))
}

/** Whether an error is the asker's: a refusal, or a request that the server could not read. */
export function isExpected(error: unknown): boolean {
  return error instanceof Refusal || ((error as FastifyError).statusCode ?? 500) < 500
}

function detailsOf(error: unknown, request: FastifyRequest): RefusalDetails {
  const { statusCode = 500, code, message } = error as FastifyError
  if (isExpected(error)) return { code: (code ?? 'bad_request').toLowerCase(), status: statusCode, message }
  request.log.error({ err: error }, 'request failed')
  if (isUnavailable(code)) {
    return {
      code: 'unavailable',
      status: 503,
      message: 'The network is busy or restarting. Nothing was changed; please try again in a moment.',
      retryAfterSeconds: 2,
    }
  }
  return { code: 'internal', status: 500, message: 'Something went wrong on our side. Nothing was changed.' }
}

/**
 * Whether an error code says that the database cannot be reached now (connection classes of SQLSTATE, and socket
 * errors).
 */
export function isUnavailable(code: string | undefined): boolean {
  return code !== undefined && /^(08|57P0|53)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/.test(code)
}
