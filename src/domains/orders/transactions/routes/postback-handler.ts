import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRetryable, withRetry } from '#platform/server/database/database.ts'
import { systemContext } from '#platform/server/context.ts'
import type { ContextSource } from '#platform/server/context.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { readLocale } from '#platform/server/http/request-locale.ts'
import type { Logger } from '#platform/server/log.ts'
import { PrefixCounter } from '#platform/server/limits/prefix-counter.ts'
import { createCounter, createHistogram } from '#platform/server/metrics/metrics.ts'
import type { Locale } from '#texts/texts.ts'
import { dryRunPostback } from '../commands/dry-run-postback.ts'
import { findSender, receivePostback } from '../commands/receive-postback.ts'
import type { Postback, PostbackSource } from '../commands/receive-postback.ts'
import type { Outcome } from '../commands/find-duplicate.ts'
import type { TestOutcome } from '../commands/receive-test-order.ts'
import type { PostbackAnswer } from '../contract/postback.ts'
import type { PostbackReason, PostbackResult } from '../contract/vocabulary.ts'
import { batchOrders } from '../engine/order-batches.ts'
import { viewParameterHints, viewPricedOrder } from '../views.ts'
import { listParameterHints } from '../rules/parameter-hints.ts'
import type { ParameterHint } from '../rules/parameter-hints.ts'
import { BodyTooLarge, ClientGone, readPostback } from './read-postback.ts'

/** Dependencies of the postback handler: the database, and the catalog with secrets, click tokens and terms. */
export interface PostbackHandlerOptions extends PostbackSource, ContextSource {
  log: Logger
  /** Reads the IP prefix of a shop from a request; see `createIpPrefixReader`. */
  readIpPrefix: (request: IncomingMessage) => string | undefined
  /** After this time the answer is `retry`; the repeated postback finds a later commit. 10 s by default. */
  timeoutMs?: number
  /** Further postbacks are answered `retry`. 2,000 by default. */
  maxInFlight?: number
}

/** The answer to a postback. `retry` means that nothing is known to be committed. */
interface Answer extends Pick<PostbackAnswer, 'result' | 'reason'> {
  status: number
  transactionId: string | null
  /** Seconds until the count of wrong tokens begins again. */
  retryAfterSeconds?: number
  /** What is odd about its parameters. */
  hints?: readonly ParameterHint[]
  /** What a test order would earn. */
  priced?: ReturnType<typeof viewPricedOrder>
}

const answers = createCounter('postbacks_total', 'Postbacks by what they were answered', ['result', 'reason'])
const seconds = createHistogram('postback_seconds', 'Time until a postback was recorded or refused')

const MAX_IN_FLIGHT = 2000
const RETRY_AFTER_SECONDS = 2
/** Orders that wait make room at the latest within the hour. */
const RETRY_AFTER_ROOM_SECONDS = 600
/** Postbacks without a valid token from one IP prefix and worker, in a minute. */
const MAX_WRONG_TOKENS = 120
const WRONG_TOKEN_WINDOW_MS = 60_000
/** Dry runs of one advertiser and worker, in a minute. */
const MAX_DRY_RUNS = 60
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

/**
 * Creates the handler of `GET|POST /postback`, `GET|POST /postback/dry-run` and `GET /p.gif`, which runs before the
 * router. It answers `false` for other paths. A postback carries its own secret, so the handler checks neither origin
 * nor CSRF token. Only complete requests count as in flight, and until their work ends, which may be after the answer.
 */
export function createPostbackHandler(given: PostbackHandlerOptions) {
  const options = { ...given, insertOrder: batchOrders(given.db) }
  const { maxInFlight = MAX_IN_FLIGHT } = given
  let inFlight = 0
  const wrongTokens = new PrefixCounter({ windowMs: WRONG_TOKEN_WINDOW_MS, max: MAX_WRONG_TOKENS })
  const tries = new PrefixCounter({ windowMs: WRONG_TOKEN_WINDOW_MS, max: MAX_DRY_RUNS })

  /** Replaces the answer to a wrong token once too many came from its IP prefix. A right token is never held up. */
  function limitWrongTokens(answer: Answer, request: IncomingMessage): Answer {
    if (answer.reason !== 'missing_token' && answer.reason !== 'unknown_token') return answer
    const now = Date.now()
    if (!wrongTokens.isOver(options.readIpPrefix(request), now)) return answer
    return { ...tooManyWrongTokens, retryAfterSeconds: wrongTokens.secondsLeft(now) }
  }

  async function answer(request: IncomingMessage, isPixel: boolean): Promise<Answer> {
    if (request.method !== 'GET' && (isPixel || request.method !== 'POST')) return wrongMethod
    const postback = await readPostback(request, isPixel)
    if (inFlight >= maxInFlight) return unavailable
    inFlight += 1
    const end = seconds.startTimer()
    const isDryRun = readPath(request.url ?? '') === DRY_RUN_PATH
    const answering = isDryRun ? tryOut(options, tries, postback) : record(options, postback)
    const recording = answering.finally(() => {
      inFlight -= 1
    })
    try {
      return limitWrongTokens(await answerInTime(recording, options.timeoutMs), request)
    } finally {
      end()
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse, isPixel: boolean): Promise<void> {
    try {
      const given = await answer(request, isPixel).catch(answerUnread)
      answers.inc({ result: given.result, reason: given.reason ?? 'none' })
      send(response, given, readAnswerStyle(request, isPixel))
    } catch (error) {
      if (error instanceof ClientGone || response.destroyed) return
      options.log.error({ err: error }, 'A postback failed')
      if (!response.headersSent) send(response, failed, readAnswerStyle(request, isPixel))
    }
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const target = request.url ?? ''
    if (!isPostback(target)) return false
    void serve(request, response, readPath(target) === PIXEL_PATH)
    return true
  }
}

const unavailable: Answer = { status: 503, result: 'retry', reason: 'unavailable', transactionId: null }
const failed: Answer = { status: 500, result: 'retry', reason: 'failed', transactionId: null }
const tooManyWrongTokens: Answer = {
  status: 429,
  result: 'rejected',
  reason: 'too_many_wrong_tokens',
  transactionId: null,
}
const tooManyDryRuns: Answer = {
  status: 429,
  result: 'rejected',
  reason: 'too_many_dry_runs',
  transactionId: null,
}
const wrongMethod: Answer = { status: 405, result: 'rejected', reason: 'method', transactionId: null }
const tooLarge: Answer = { status: 413, result: 'rejected', reason: 'unreadable_request', transactionId: null }

function answerUnread(error: unknown): Answer {
  if (error instanceof BodyTooLarge) return tooLarge
  throw error
}

async function answerInTime(recording: Promise<Answer>, timeoutMs = 10_000): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const timer = setTimeout(() => resolve(unavailable), timeoutMs)
  try {
    return await Promise.race([promise, recording])
  } finally {
    clearTimeout(timer)
  }
}

async function record(options: PostbackHandlerOptions, postback: Postback): Promise<Answer> {
  try {
    const receive = () => receivePostback(systemContext(options, 'postback'), options, postback)
    return toAnswer(await withRetry(receive, { forMs: 1000 }), postback)
  } catch (error) {
    if (!isRetryable(error)) throw error
    options.log.warn({ err: error }, 'A postback could not be committed')
    return unavailable
  }
}

/** Answers what a postback would be answered, and writes nothing. */
async function tryOut(options: PostbackHandlerOptions, tries: PrefixCounter, postback: Postback): Promise<Answer> {
  const sender = findSender(options, postback)
  if ('reason' in sender) return toAnswer(sender, postback)
  if (!postback.isReadable) {
    return toAnswer({ result: 'rejected', reason: 'unreadable_request', transactionId: null }, postback)
  }
  const now = Date.now()
  if (tries.isOver(String(sender.advertiserId), now)) {
    return { ...tooManyDryRuns, retryAfterSeconds: tries.secondsLeft(now) }
  }
  const { channel, parameters } = postback
  const ctx = systemContext(options, 'postback')
  const { outcome } = await dryRunPostback(ctx, options, { ...sender, channel, parameters })
  return toAnswer(outcome, postback)
}

function toAnswer(outcome: Outcome | TestOutcome, { parameters }: Pick<Postback, 'parameters'>): Answer {
  if (outcome.result === 'retry') return { ...unavailable, reason: outcome.reason }
  const hints = listParameterHints(parameters)
  if (outcome.result === 'test') return { ...outcome, hints, status: 200, priced: viewPricedOrder(outcome.priced) }
  return { ...outcome, hints, status: toStatus(outcome) }
}

function toStatus({ result, reason }: { result: PostbackResult; reason: PostbackReason | null }): number {
  if (result === 'accepted') return 202
  if (result !== 'rejected') return 200
  if (reason === 'missing_token' || reason === 'unknown_token') return 401
  return reason === 'unreadable_request' ? 400 : 422
}

function send(response: ServerResponse, answer: Answer, { format, locale }: AnswerStyle): void {
  const { status, result, reason, transactionId, priced, hints = [] } = answer
  const isDone = status < 300
  const told = reason ?? (priced ? 'test' : null)
  const [type, body] =
    format === 'pixel'
      ? ['image/gif', PIXEL]
      : format === 'tune'
        ? ['text/plain; charset=utf-8', isDone ? 'success=true;' : `success=false;err=${reason};`]
        : [
            'application/json',
            JSON.stringify({
              result,
              reason,
              ...(told === null ? {} : { message: errorText(locale, { code: `postback.${told}` }) }),
              transaction_id: transactionId,
              ...(hints.length > 0 && { hints: viewParameterHints(locale, hints) }),
              ...priced,
            } satisfies PostbackAnswer),
          ]
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...getRetryAfter(answer),
    ...(status === 405 ? { Allow: 'GET, POST' } : {}),
    ...(status === 413 ? { Connection: 'close' } : {}),
  })
  response.end(body)
}

function getRetryAfter({ status, reason, retryAfterSeconds }: Answer): { 'Retry-After'?: string } {
  if (retryAfterSeconds !== undefined) return { 'Retry-After': String(retryAfterSeconds) }
  if (status !== 503) return {}
  return { 'Retry-After': String(reason === 'too_many_waiting' ? RETRY_AFTER_ROOM_SECONDS : RETRY_AFTER_SECONDS) }
}

const PIXEL_PATH = '/p.gif'
/** Says what a postback would be answered, and writes nothing. */
const DRY_RUN_PATH = '/postback/dry-run'
const PATHS = new Set(['/postback', PIXEL_PATH, DRY_RUN_PATH])

/** Tells whether a request with this target is a postback, by server or by pixel. */
export function isPostback(target: string): boolean {
  return PATHS.has(readPath(target))
}

function readPath(target: string): string {
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  return path.endsWith('/') ? path.slice(0, -1) : path
}

type Format = 'pixel' | 'tune' | 'json'

/** The format and language of the answer. */
interface AnswerStyle {
  format: Format
  locale: Locale
}

function readAnswerStyle(request: IncomingMessage, isPixel: boolean): AnswerStyle {
  const isTune = /[?&]fmt=tune(&|$)/.test(request.url ?? '')
  return { format: isPixel ? 'pixel' : isTune ? 'tune' : 'json', locale: readLocale(request) }
}
