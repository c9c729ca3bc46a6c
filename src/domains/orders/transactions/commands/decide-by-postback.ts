import type { Db } from '#database'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { DecisionStatus, PostbackReason } from '../contract/vocabulary.ts'
import { judgePostbackDecision, readPostbackDecision } from '../rules/read-decision.ts'
import type { PostbackDecision } from '../rules/read-decision.ts'
import { namesEarner } from '../rules/read-order.ts'
import { applyDecisions, judgeDecisions } from './apply-decisions.ts'
import type { Outcome } from './find-duplicate.ts'
import { keepDecision } from './keep-decision.ts'
import type { OrderSource } from './record-order.ts'
import { reportOrder } from './report-order.ts'
import type { SentPostback } from './report-order.ts'
import { acceptPostback, rejectPostback, storePostback } from './store-postback.ts'
import type { KnownPostback } from './store-postback.ts'
import { findWaitingOrder } from './wait-for-clock.ts'
import { toKeptDecision } from '../rules/kept-decision.ts'

/** A postback that decides its order. */
export interface DecidingPostback extends SentPostback {
  status: DecisionStatus
  /** Whether its secret is one that may decide. */
  mayDecide: boolean
}

/**
 * Decides the order that a postback names, for its advertiser. An order that is not recorded yet and that the postback
 * reports is recorded first. A secret that may not decide still records it. Each answer is committed, and the command
 * is idempotent.
 */
export async function decideByPostback(ctx: Ctx, source: OrderSource, postback: DecidingPostback): Promise<Outcome> {
  const { known, given, status, mayDecide } = postback
  if (!mayDecide && status !== 'confirmed') return rejectPostback(ctx, known, 'report_only_secret')
  const asked = readPostbackDecision(given, status)
  if ('reason' in asked) return rejectPostback(ctx, known, asked.reason)
  const decided = await decideKnown(ctx, postback, asked)
  if (decided) return decided
  if (status === 'cancelled') return rejectPostback(ctx, known, 'cancelled_order')
  if (status === 'amended' || !namesEarner(given)) return rejectPostback(ctx, known, 'unknown_order')
  return reportAndDecide(ctx, source, { postback, asked })
}

/**
 * Records an order that is not recorded yet, and decides it if that is possible at once. The answer says without what
 * the order is recorded, and never that an order which was just recorded is rejected.
 */
async function reportAndDecide(
  ctx: Ctx,
  source: OrderSource,
  { postback, asked }: { postback: DecidingPostback; asked: PostbackDecision },
): Promise<Outcome> {
  const { known, given, mayDecide } = postback
  if (!mayDecide) return reportOrder(ctx, source, { known, given, remark: 'report_only_secret' })
  const reported = await reportOrder(ctx, source, { known, given })
  // The decision is a postback of its own.
  const { id: _, ...again } = known
  const decide = () => decideRecorded(ctx, { ...postback, known: again }, asked)
  if (reported.result === 'accepted') {
    const kept = await keepDecision(ctx, { known, asked, isStored: true })
    return kept ?? (await decide()) ?? reported
  }
  if (reported.result === 'duplicate') return (await decide()) ?? reported
  if (reported.result !== 'recorded') return reported
  // A dry run has recorded nothing that could be decided.
  const isDecided = known.isDryRun ? reported.reason !== 'no_rate' : (await decide())?.result === 'decided'
  return isDecided ? { ...reported, result: 'decided' } : reported
}

/**
 * Decides a recorded order, or keeps the decision of one that waits; `undefined` if there is neither. Waiting orders
 * are looked up first, because one of them can become a recorded one in between.
 */
async function decideKnown(ctx: Ctx, postback: DecidingPostback, asked: PostbackDecision) {
  const { known, mayDecide } = postback
  const { orderRef, event, isTest } = asked
  const waiting = await findWaitingOrder(ctx.db, { advertiserId: known.advertiserId, orderRef, event })
  const decided = await decideRecorded(ctx, postback, asked)
  if (decided || !waiting || !mayDecide || isTest) return decided
  return (await keepDecision(ctx, { known, asked, isStored: false })) ?? decideRecorded(ctx, postback, asked)
}

/**
 * Decides a recorded order; `undefined` if it is not recorded. The confirmation of one without an exchange rate is
 * kept.
 */
export function decideRecorded(
  ctx: Ctx,
  { known, mayDecide }: Pick<DecidingPostback, 'known' | 'mayDecide'>,
  asked: PostbackDecision,
): Promise<Outcome | undefined> {
  return inTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx.db, known, asked)
    if (!order) return undefined
    if (!mayDecide) return rejectPostback(tx, known, 'report_only_secret')
    const verdict = judgePostbackDecision(order, asked)
    if (typeof verdict === 'object') return rejectPostback(tx, known, verdict.reason)
    if (asked.isTest) return rejectPostback(tx, known, 'test')
    const refusal = verdict === 'due' ? await decideOrder(tx, known, { ...asked.decision, ...order.key }) : undefined
    if (refusal === 'confirm_without_rate') {
      await keepConfirmation(tx, { known, asked, key: order.key })
      return acceptPostback(tx, known, refusal)
    }
    if (refusal !== undefined) return rejectPostback(tx, known, refusal)
    return storeDecision(tx, { known, asked, key: order.key, result: verdict === 'due' ? 'decided' : 'unchanged' })
  })
}

/** Finds the state of an order and locks it until the transaction ends; a dry run locks nothing. */
async function lockOrder(db: Db, { advertiserId, isDryRun }: KnownPostback, { orderRef, event }: PostbackDecision) {
  const key = await db
    .selectFrom('transactionKey')
    .select(['publisherId', 'transactionId'])
    .where('advertiserId', '=', advertiserId)
    .where('orderRef', '=', orderRef)
    .where('event', '=', event)
    .executeTakeFirst()
  if (!key) return undefined
  const state = await db
    .selectFrom('transactionState')
    .select((row) => ['status', 'currency', row.fn.coalesce('ownOrderValue', 'orderValue').as('orderValue')])
    .where('publisherId', '=', key.publisherId)
    .where('transactionId', '=', key.transactionId)
    .$if(!isDryRun, (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  const { orderValue, ...rest } = state
  if (orderValue === null) throw new Error(`Transaction ${key.transactionId} has no value.`)
  return { key, orderValue, ...rest }
}

type DueDecision = Parameters<typeof applyDecisions>[1][number]

/** What a due decision may have to wait for: an exchange rate, or the end of a payout. */
const WAITING_REASONS: Partial<Record<string, PostbackReason>> = {
  'transaction.no_rate': 'confirm_without_rate',
  'transaction.in_payment': 'in_payment',
}

/** Makes a due decision, or answers what it has to wait for. */
async function decideOrder(
  tx: Ctx,
  { advertiserId, isDryRun }: KnownPostback,
  decision: DueDecision,
): Promise<PostbackReason | undefined> {
  const by = { decidedAs: 'postback', advertiserId } as const
  const [outcome] = isDryRun
    ? (await judgeDecisions(tx, [decision], { ...by, isDryRun })).outcomes
    : await applyDecisions(tx, [decision], by)
  const { action, publisherId, transactionId, reasonCode } = decision
  const waitsFor = outcome && 'refusal' in outcome ? WAITING_REASONS[outcome.refusal.code] : undefined
  if (waitsFor !== undefined) return waitsFor
  if (!outcome || 'refusal' in outcome) throw new Error(`A postback may not ${action} ${transactionId}.`)
  if (isDryRun) return undefined
  const details = { publisherId, advertiserId, sequence: outcome.sequence, reasonCode }
  await audit(tx, { action: `transaction.${action}`, target: `transaction:${transactionId}`, details })
  return undefined
}

interface StoredDecision {
  known: KnownPostback
  asked: PostbackDecision
  key: { publisherId: bigint; transactionId: string }
  result: 'decided' | 'unchanged'
}

async function storeDecision(tx: Ctx, { known, asked, key, result }: StoredDecision): Promise<Outcome> {
  const { orderRef, amount = null, currency = null } = asked
  const answer = { result, reason: null, transactionId: key.transactionId }
  await storePostback(tx, known, { ...answer, orderRef, amount, currency, publisherId: key.publisherId })
  return answer
}

interface AskedConfirmation {
  known: KnownPostback
  asked: PostbackDecision
  key: { publisherId: bigint; transactionId: string }
}

/**
 * Keeps what a postback confirms until the currency of its order has an exchange rate, inside the caller's transaction.
 * An order keeps one confirmation, the first.
 */
async function keepConfirmation(tx: Ctx, { known, asked, key }: AskedConfirmation): Promise<void> {
  if (known.isDryRun) return
  const { advertiserId } = known
  const { orderRef, event } = asked
  await tx.db
    .insertInto('keptConfirmation')
    .values({
      ...key,
      advertiserId,
      orderRef,
      event,
      decision: JSON.stringify(toKeptDecision(asked, known)),
      keptAt: tx.now,
    })
    .onConflict((conflict) => conflict.columns(['publisherId', 'transactionId']).doNothing())
    .execute()
}
