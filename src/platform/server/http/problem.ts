import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { CodedError } from '#kernel/error-codes.ts'
import { Refusal } from '#kernel/errors.ts'
import type { CallRefusalDetails, RefusalDetails } from '#kernel/errors.ts'
import type { Locale } from '#texts/texts.ts'
import { errorText } from '../error-texts.ts'
import { logUnreadable } from './refusal-log.ts'
import { readLocale } from './request-locale.ts'

/**
 * Builds the response body of a refusal, in the language of the client: an RFC 9457 problem document with the fields
 * `success: false` and `message`, which the specified calls expect.
 */
export function describeProblem(details: RefusalDetails, locale: Locale) {
  const { status, code, message, ...others } = describeFirst(details, locale)
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    code,
    ...others,
    success: false,
    message,
  }
}

/** Builds the same for a caller in this process, with the first sentence of each invalid field. */
export function describeRefusal(details: RefusalDetails, locale: Locale): CallRefusalDetails {
  const refusal = describeFirst(details, locale)
  const { field, message } = refusal
  if (field === undefined || details.otherFields === undefined) return refusal
  const errors: Record<string, string> = { [field]: message }
  for (const other of details.otherFields) errors[other.field] ??= errorText(locale, other.error)
  return { ...refusal, errors }
}

function describeFirst(details: RefusalDetails, locale: Locale): CallRefusalDetails {
  const { status, field, wireCode, choice } = details
  const message = errorText(locale, details)
  return {
    code: wireCode ?? details.code,
    status,
    message,
    ...(field !== undefined && { field }),
    ...(choice && { choice }),
  }
}

/**
 * Sends an error response. An unexpected error is logged and sent without details; an unreachable database answers 503.
 * A request that could not be read is logged in one line.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const details = error instanceof Refusal ? error.details : toRefusalDetails(error, request)
  if (isUnreadable(details)) logUnreadable(request, { status: details.status, code: details.code })
  if (details.retryAfterSeconds !== undefined) reply.header('Retry-After', String(details.retryAfterSeconds))
  if (details.challenge !== undefined) reply.header('WWW-Authenticate', details.challenge)
  reply.header('Cache-Control', 'no-store')
  return reply
    .code(details.status)
    .type('application/problem+json')
    .send(describeProblem(details, readLocale(request)))
}

/** Returns whether the client caused an error: a refusal, or a request that the server could not read. */
export function isExpected(error: unknown): boolean {
  return error instanceof Refusal || ((error as FastifyError).statusCode ?? 500) < 500
}

function toRefusalDetails(error: unknown, request: FastifyRequest): RefusalDetails {
  const { statusCode = 500, code, message } = error as FastifyError
  if (isExpected(error)) {
    const wireCode = (code ?? 'bad_request').toLowerCase()
    return { ...(FRAMEWORK_ERRORS[wireCode] ?? unreadable(message)), status: statusCode, wireCode }
  }
  request.log.error({ err: error }, 'request failed')
  if (isUnavailable(code)) return { code: 'unavailable', status: 503, retryAfterSeconds: 2 }
  return { code: 'internal', status: 500 }
}

function isUnreadable({ code }: CodedError): boolean {
  return code.startsWith('request.') || code === 'bad_request'
}

/** Our codes for the errors of Fastify, by Fastify's code. */
const FRAMEWORK_ERRORS: Record<string, CodedError> = {
  fst_err_ctp_invalid_json_body: { code: 'request.json_broken' },
  fst_err_ctp_empty_json_body: { code: 'request.json_empty' },
  fst_err_ctp_body_too_large: { code: 'request.too_large' },
  fst_err_ctp_invalid_media_type: { code: 'request.media_type' },
  fst_err_ctp_invalid_content_length: { code: 'request.length' },
}

function unreadable(detail: string): CodedError {
  return { code: 'bad_request', params: { detail } }
}

/**
 * Returns whether an error code means that the database is unreachable: a connection class of SQLSTATE, or a socket
 * error.
 */
export function isUnavailable(code: string | undefined): boolean {
  return code !== undefined && /^(08|57P0|53)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/.test(code)
}
