import type { AccountActor } from '#kernel/actor.ts'
import { mintClickToken, readClickToken } from '#domains/tracking/tracking/routes/click-token.ts'
import type { ClickTokenKey } from '#domains/tracking/tracking/routes/click-token.ts'
import { RateBooks } from '#domains/programmes/rates/queries/rule-books.ts'
import { termsInForce } from '#domains/programmes/programs/rules.ts'
import { decideTransactions } from '#domains/orders/transactions/commands/decide-transactions.ts'
import type { TransactionDecision } from '#domains/orders/transactions/commands/apply-decisions.ts'
import { receivePostback } from '#domains/orders/transactions/commands/receive-postback.ts'
import type { PostbackSource } from '#domains/orders/transactions/commands/receive-postback.ts'
import type { CancelReason, PostbackChannel } from '#domains/orders/transactions/contract/vocabulary.ts'
import { DAY_MS, HOUR_MS } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { SeededMerchant } from './accounts.ts'
import type { SampleAction, SampleMerchant } from './merchants/merchant.ts'
import type { Random } from './random.ts'
import type { SeededClick } from './traffic.ts'

const REASONS: readonly (readonly [CancelReason, number])[] = [
  ['RETURNED_MERCHANDISE', 46],
  ['ORDER_CANCELLED', 27],
  ['OUT_OF_STOCK', 8],
  ['DUPLICATED_ORDER', 6],
  ['CREDITED_ELSEWHERE', 5],
  ['INVALID_CREDIT_CARD', 4],
  ['UNQUALIFIED_LEAD', 3],
  ['FRAUD', 1],
]

/** An order that a shop will report, and its time. */
export interface SeededOrder {
  at: Date
  merchant: SeededMerchant
  channel: PostbackChannel
  parameters: Record<string, string>
}

/** Draws the order that follows a click; undefined when none follows before `now`. */
export function makeOrder(
  random: Random,
  { click, merchant }: SeededClick,
  { now, key }: { now: Date; key: ClickTokenKey },
): SeededOrder | undefined {
  const { sample } = merchant
  if (click.verdict !== 'payable' || !random.isTrue(sample.conversion)) return undefined
  const action = random.weighted(sample.actions.map((each) => [each, each.weight] as const))
  const windowMs = Math.max(sample.windowDays / 2, 1) * DAY_MS
  const at = click.clickedAt.getTime() + Math.min(60_000 + random.exponential(0.7 * DAY_MS), windowMs - HOUR_MS)
  if (at >= now.getTime()) return undefined
  const token = mintClickToken(key, { publisherId: click.publisherId, clickId: click.id })
  return {
    at: new Date(at),
    merchant,
    channel: random.weighted([
      ['form', 5],
      ['json', 3],
      ['query', 2],
      ['pixel', 1],
    ] as const),
    parameters: {
      click_id: token,
      order_id: `${sample.name
        .replaceAll(/[^A-Za-z]/g, '')
        .slice(0, 3)
        .toUpperCase()}-${Math.floor(random.between(1e8, 1e9))}`,
      event: action.type,
      ...drawAmount(random, { action, sample, at }),
      ...(random.isTrue(0.3) ? { customer_status: random.isTrue(0.4) ? 'NEW' : 'RETURNING' } : {}),
    },
  }
}

/** Draws an order value: most are near the usual value, a few are several times as large. */
function drawAmount(
  random: Random,
  { action, sample, at }: { action: SampleAction; sample: SampleMerchant; at: number },
): { amount?: string; currency?: string; items?: string } {
  if (action.value === undefined) return {}
  const cents = Math.round(Math.max(1, action.value * Math.exp(random.normal() * 0.45 - 0.1)) * 100)
  const order = { amount: (cents / 100).toFixed(2), currency: sample.currency ?? 'USD' }
  if (!sample.groups || cents < 200) return order
  // The moment of the order chooses how it is divided, so that the other figures stay as they are.
  const part = Math.round(cents * (0.5 + (at % 40) / 100))
  const [first, second] = sample.groups
  return { ...order, items: `${first}:${(part / 100).toFixed(2)}|${second}:${((cents - part) / 100).toFixed(2)}` }
}

/** Builds the lookups of the postback handler from the tokens and terms of the sample merchants. */
export function buildPostbackSource(
  { db }: Ctx,
  merchants: readonly SeededMerchant[],
  key: ClickTokenKey,
): PostbackSource {
  const books = new RateBooks(db)
  const byToken = new Map(merchants.map(({ token, advertiserId }) => [token, { advertiserId, kind: 'pixel' as const }]))
  const byId = new Map(merchants.map((merchant) => [merchant.advertiserId, merchant]))
  const terms = new Map(
    merchants.flatMap((merchant) => merchant.terms.map((version) => [version.termsId, version] as const)),
  )
  return {
    findSecret: (token) => byToken.get(token),
    readClickToken: (token) => readClickToken(key, token),
    readTestClick: () => undefined,
    terms: {
      findTerms: (termsId) => terms.get(termsId),
      findTermsAt: (advertiserId, at) => termsInForce(byId.get(advertiserId)?.terms ?? [], at),
      readRates: (version) => books.get(version),
      findRegions: () => undefined,
    },
  }
}

/** Reports an order as its shop does; returns the id of the transaction. */
export async function reportOrder(ctx: Ctx, source: PostbackSource, order: SeededOrder): Promise<string> {
  const outcome = await receivePostback({ ...ctx, now: order.at }, source, {
    channel: order.channel,
    parameters: { ...order.parameters, token: order.merchant.token },
    isReadable: true,
  })
  if (outcome.result !== 'retry' && outcome.result !== 'rejected' && outcome.transactionId) return outcome.transactionId
  throw new Error(`A sample order was refused: ${JSON.stringify(outcome)}`)
}

/**
 * Sends postbacks with the usual mistakes of a shop: a repeated postback, a test, an amount with a comma, a forged
 * click id.
 */
export async function reportMistakes(ctx: Ctx, source: PostbackSource, order: SeededOrder): Promise<void> {
  const mistakes: Record<string, string>[] = [
    {},
    { order_id: `${order.parameters.order_id}-T`, test: '1' },
    { order_id: `${order.parameters.order_id}-B`, amount: '1,083.29' },
    { order_id: `${order.parameters.order_id}-C`, click_id: 'AAAA' },
  ]
  for (const [index, mistake] of mistakes.entries()) {
    await receivePostback({ ...ctx, now: new Date(order.at.getTime() + (index + 1) * 90_000) }, source, {
      channel: order.channel,
      parameters: { ...order.parameters, ...mistake, token: order.merchant.token },
      isReadable: true,
    })
  }
}

/** A decision that is due. */
export interface DueDecision {
  at: Date
  publisherId: bigint
  transactionId: string
  merchant: SeededMerchant
}

/** A decision of the operator and its time. */
export interface SeededDecision {
  at: Date
  decision: TransactionDecision
}

/**
 * Draws the time of the operator's decision: up to three days after the validation days. The operator decides once a
 * day, in working hours.
 */
export function drawDecisionTime(random: Random, order: SeededOrder): Date {
  const day =
    Math.ceil(order.at.getTime() / DAY_MS) + order.merchant.sample.validationDays + Math.floor(random.next() * 4)
  return new Date(day * DAY_MS + (8 + (day % 9)) * HOUR_MS)
}

/** Plans the decisions about a transaction until `now`; one confirmation in two hundred is reversed later. */
export function planDecisions(random: Random, { due, now }: { due: DueDecision; now: Date }): SeededDecision[] {
  const { at, publisherId, transactionId, merchant } = due
  const transaction = { publisherId, transactionId }
  if (random.isTrue(merchant.sample.cancelled)) {
    const reasonCode = random.weighted(REASONS)
    const note = reasonCode === 'FRAUD' ? 'The card was reported stolen.' : ''
    return [{ at, decision: { ...transaction, action: 'cancel', reasonCode, note } }]
  }
  const confirmed: SeededDecision = { at, decision: { ...transaction, action: 'confirm' } }
  const reversedAt = new Date(at.getTime() + 9 * DAY_MS)
  if (reversedAt >= now || !random.isTrue(0.005)) return [confirmed]
  return [
    confirmed,
    { at: reversedAt, decision: { ...transaction, action: 'cancel', reasonCode: 'RETURNED_MERCHANDISE' } },
  ]
}

/** Makes the operator's decisions, oldest first; those of one instant are made together. */
export async function decideAll(
  ctx: Ctx,
  { operator, decisions }: { operator: AccountActor; decisions: readonly SeededDecision[] },
): Promise<void> {
  const byTime = Map.groupBy(decisions, ({ at }) => at.getTime())
  for (const time of [...byTime.keys()].toSorted((one, other) => one - other)) {
    const together = (byTime.get(time) ?? []).map(({ decision }) => decision)
    const refused = await decideTransactions({ ...ctx, actor: operator, now: new Date(time) }, together)
    if (refused.length > 0) throw new Error(`Decisions were refused: ${JSON.stringify(refused)}`)
  }
}
