import type { Ctx } from '#platform/server/context.ts'
import type { PostbackChannel, PostbackReason } from '../contract/vocabulary.ts'
import type { SecretKind } from '#domains/people/advertisers/rules.ts'
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

/** What reads the tokens of a postback without the database. */
export interface TokenSource {
  /** Reads a click token; `undefined` if it is truncated, forged or not a token. */
  readClickToken(token: string): { publisherId: bigint; clickId: string } | undefined
  /** Reads the token of a test click; `undefined` for every other text. */
  readTestClick(token: string): TestClick | undefined
}

/** The catalog's answers for a postback, without a database read, and how its order is written. */
export interface PostbackSource extends OrderSource, TokenSource {
  /** Finds the advertiser and the kind of a postback secret; `undefined` for an unknown or revoked secret. */
  findSecret(token: string): PostbackSender | undefined
}

/** The advertiser that sends a postback, and what its secret may do. */
export interface PostbackSender {
  advertiserId: bigint
  kind: SecretKind
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
  const sender = findSender(source, postback)
  return 'reason' in sender ? sender : receiveFrom(ctx, source, { ...postback, ...sender })
}

/** Finds the advertiser that sends a postback by its secret, or the answer to one without a valid secret. */
export function findSender(
  { findSecret }: Pick<PostbackSource, 'findSecret'>,
  { parameters: { token }, isReadable }: Postback,
): PostbackSender | Rejected {
  if (token === undefined || token === '') {
    return { result: 'rejected', reason: isReadable ? 'missing_token' : 'unreadable_request', transactionId: null }
  }
  const secret = typeof token === 'string' ? findSecret(token) : undefined
  return secret ?? { result: 'rejected', reason: 'unknown_token', transactionId: null }
}

interface Rejected {
  result: 'rejected'
  reason: PostbackReason
  transactionId: null
}

/** A postback of an advertiser, with what sets it apart from one that has just come. */
export type SentBy = Postback & PostbackSender & Pick<KnownPostback, 'id' | 'acceptedAt' | 'isDryRun'>

/** Receives the postback of a known advertiser, as `receivePostback` does. A dry run writes nothing. */
export function receiveFrom(
  ctx: Ctx,
  source: OrderSource & TokenSource,
  postback: SentBy,
): Promise<Outcome | TestOutcome> {
  const clickToken = readParameter(postback.parameters, 'clickId') ?? ''
  const click = source.readClickToken(clickToken)
  const testClick = click ? undefined : source.readTestClick(clickToken)
  const { kind, isReadable: _, ...sent } = postback
  const known = { ...sent, click, parameters: toStoredParameters(sent.parameters) }
  if (kind === 'server' && sent.channel === 'pixel') return rejectPostback(ctx, known, 'server_secret_in_pixel')
  if (testClick) return receiveTestOrder(ctx, { ...postback, click: testClick })
  return receiveOrder(ctx, source, { known, postback })
}

interface SentOrder {
  known: KnownPostback
  postback: SentBy
}

function receiveOrder(ctx: Ctx, source: OrderSource, { known, postback }: SentOrder): Promise<Outcome> {
  const { parameters: given, kind, isReadable } = postback
  if (!isReadable) return rejectPostback(ctx, known, 'unreadable_request')
  const status = readDecisionStatus(given)
  if (status === undefined) return reportOrder(ctx, source, { known, given })
  return decideByPostback(ctx, source, { known, given, status, mayDecide: kind === 'server' })
}
