import type { Ctx } from '#platform/server/context.ts'
import type { PostbackChannel } from '../contract/vocabulary.ts'
import type { SecretKind } from '#domains/advertisers/rules.ts'
import { readDecisionStatus } from '../rules/read-decision.ts'
import { readParameter } from '../rules/read-order.ts'
import type { PostbackParameters } from '../rules/read-order.ts'
import { toStoredParameters } from '../rules/postback-log.ts'
import type { Outcome } from './find-duplicate.ts'
import { decideByPostback } from './decide-by-postback.ts'
import type { OrderSource } from './record-order.ts'
import { receiveTestOrder } from './receive-test-order.ts'
import type { TestClick, TestOutcome } from './receive-test-order.ts'
import { reportOrder } from './report-order.ts'
import { rejectPostback } from './store-postback.ts'
import type { KnownPostback } from './store-postback.ts'

/** The catalog's answers for a postback, without a database read, and how its order is written. */
export interface PostbackSource extends OrderSource {
  /** Finds the advertiser and the kind of a postback secret; `undefined` for an unknown or revoked secret. */
  findSecret(token: string): { advertiserId: bigint; kind: SecretKind } | undefined
  /** Reads a click token; `undefined` if it is truncated, forged or not a token. */
  readClickToken(token: string): { publisherId: bigint; clickId: string } | undefined
  /** Reads the token of a test click; `undefined` for every other text. */
  readTestClick(token: string): TestClick | undefined
}

/** A postback as received. `isReadable` is false if a part of the request could not be decoded. */
export interface Postback {
  channel: PostbackChannel
  parameters: PostbackParameters
  isReadable: boolean
}

/**
 * Receives a postback. Stores the postback of a known advertiser with its answer. A postback without a valid secret
 * changes nothing.
 */
export async function receivePostback(
  ctx: Ctx,
  source: PostbackSource,
  postback: Postback,
): Promise<Outcome | TestOutcome> {
  const { token } = postback.parameters
  if (token === undefined || token === '') {
    const reason = postback.isReadable ? 'missing_token' : 'unreadable_request'
    return { result: 'rejected', reason, transactionId: null }
  }
  const secret = typeof token === 'string' ? source.findSecret(token) : undefined
  if (secret === undefined) return { result: 'rejected', reason: 'unknown_token', transactionId: null }
  const clickToken = readParameter(postback.parameters, 'clickId') ?? ''
  const click = source.readClickToken(clickToken)
  const testClick = click ? undefined : source.readTestClick(clickToken)
  const { advertiserId, kind } = secret
  const { channel, parameters } = postback
  const known = { advertiserId, channel, click, parameters: toStoredParameters(parameters) }
  if (kind === 'server' && channel === 'pixel') return rejectPostback(ctx, known, 'server_secret_in_pixel')
  if (testClick) return receiveTestOrder(ctx, { ...postback, advertiserId, click: testClick })
  return receiveOrder(ctx, source, { known, postback, kind })
}

interface SentOrder {
  known: KnownPostback
  postback: Postback
  kind: SecretKind
}

function receiveOrder(ctx: Ctx, source: OrderSource, { known, postback, kind }: SentOrder): Promise<Outcome> {
  if (!postback.isReadable) return rejectPostback(ctx, known, 'unreadable_request')
  const { parameters: given } = postback
  const status = readDecisionStatus(given)
  if (status === undefined) return reportOrder(ctx, source, { known, given })
  return decideByPostback(ctx, source, { known, given, status, mayDecide: kind === 'server' })
}
