import { findLastDecision } from '#domains/programmes/closings/queries.ts'
import { findHit } from '#domains/tracking/tracking/queries/hits.ts'
import { listSites } from '#domains/people/publishers/queries.ts'
import { judgeClaimedOrder } from '#domains/orders/transactions/commands/record-claimed-order.ts'
import { DAY_MS, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { Refusal, invalidField, notFound } from '#kernel/errors.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findClaimableProgram } from '../queries.ts'
import { CLAIM_LIMITS, answerClaim, checkOrderDay, getClaimEnd, getOrderTime, isClosing } from '../rules.ts'
import type { ClaimOrigin, ClaimStatus, MachineAnswer } from '../rules.ts'
import { addEvent, changeClaim, lockPublisher } from './change-claim.ts'
import type { StoredClaim } from './change-claim.ts'
import { mailAdvertiser } from './mail-claim.ts'
import { readFacts } from './read-facts.ts'

/** A claim as a publisher files it. */
export interface ClaimInput {
  publisherId: bigint
  advertiserId: bigint
  siteKey: string
  orderRef: string
  event: string
  orderedOn: Day
  amount: bigint | null
  currency: string
  text: string
  hitId?: string | undefined
  fileId?: string | undefined
}

/**
 * Files a claim and answers it from what the timeline shows; what that does not answer waits for the advertiser, which
 * is mailed. Refuses an advertiser whose programme the publisher never joined as not found, the fields `key`, `hit_id`,
 * `ordered_on`, `event`, `amount` and `file_id`, with 409 an order that the publisher has claimed before or that waits
 * for the clock and a programme that has ended, and with 429 more claims than `CLAIM_LIMITS`.
 */
export function fileClaim(ctx: Ctx, input: ClaimInput): Promise<{ claimId: string; status: ClaimStatus }> {
  const { publisherId, advertiserId } = input
  return inTransaction(ctx, async (tx) => {
    await lockPublisher(tx, publisherId)
    if (!(await findClaimableProgram(tx.db, { publisherId, advertiserId }))) throw notFound()
    const lastDecision = await refuseEnded(tx, advertiserId)
    checkOrderDay(input.orderedOn, toDay(tx.now))
    await checkLimits(tx, publisherId)
    const order = await readOrder(tx, input)
    await checkNew(tx, order)
    const { windowDays, commission } = await judge(tx, order)
    const answer = answerClaim(await readFacts(tx.db, { ...order, windowDays }))
    const claim = await insertClaim(tx, { ...order, commission, origin: 'publisher' }, answer)
    await addEvent(tx, claim, { kind: 'filed', actedAs: 'publisher', note: input.text, fileId: input.fileId })
    const isClosed = isClosing(answer)
    const dueAt = getClaimEnd(tx.now, lastDecision)
    const change = isClosed ? {} : ({ status: 'waiting', dueAt } as const)
    await changeClaim(tx, claim, { event: { kind: 'answered', actedAs: 'machine', answer }, change })
    if (!isClosed) await mailAdvertiser(tx, { claim, kind: 'waits', until: dueAt })
    return { claimId: claim.id, status: isClosed ? 'answered' : 'waiting' }
  })
}

/**
 * Refuses orders of a programme that is closed, once its last order is decided at the latest. Answers when that is;
 * undefined while the programme goes on.
 */
export async function refuseEnded(ctx: Ctx, advertiserId: bigint): Promise<Date | undefined> {
  const last = await findLastDecision(ctx.db, { advertiserId })
  if (last === undefined || ctx.now < last) return last
  throw new Refusal({ code: 'claim.programme_ended', params: { day: toDay(last) }, status: 409 })
}

/** Refuses more claims of a publisher than can wait, or than it can file in 24 hours. */
async function checkLimits(tx: Ctx, publisherId: bigint): Promise<void> {
  await checkOpenLimit(tx, publisherId)
  const dayAgo = new Date(tx.now.getTime() - DAY_MS)
  if (
    (await count(selectOwn(tx, publisherId).where('filedAt', '>', dayAgo).where('origin', '=', 'publisher'))) <
    CLAIM_LIMITS.day
  )
    return
  throw new Refusal({ code: 'claim.too_many_today', params: { max: CLAIM_LIMITS.day }, status: 429 })
}

/** Refuses more claims of a publisher than can wait. */
export async function checkOpenLimit(tx: Ctx, publisherId: bigint): Promise<void> {
  if ((await count(selectOwn(tx, publisherId).where('status', '=', 'waiting'))) < CLAIM_LIMITS.open) return
  throw new Refusal({ code: 'claim.too_many_open', params: { max: CLAIM_LIMITS.open }, status: 429 })
}

function selectOwn(tx: Ctx, publisherId: bigint) {
  return tx.db.selectFrom('claim').where('publisherId', '=', publisherId)
}

async function count(claims: ReturnType<typeof selectOwn>): Promise<number> {
  const { total } = await claims.select((row) => row.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}

type ReadOrder = Awaited<ReturnType<typeof readOrder>>

/** Finds the site and the hit that the publisher names. The hit says itself of which site it is. */
async function readOrder(tx: Ctx, input: ClaimInput) {
  const { publisherId, advertiserId, hitId } = input
  const sites = await listSites(tx.db, { publisherId })
  const site = sites.find(({ key }) => key === input.siteKey)
  if (!site) throw invalidField('key', { code: 'choice' })
  const orderedAt = getOrderTime({ orderedOn: input.orderedOn, filedAt: tx.now })
  const { orderRef, event, orderedOn, amount, currency } = input
  const order = { publisherId, advertiserId, siteId: site.id, orderRef, event, orderedOn, orderedAt, amount, currency }
  if (hitId === undefined) return { ...order, clickId: null }
  const hit = await findHit(tx.db, { publisherId, siteId: site.id, hitId })
  if (hit?.advertiserId !== advertiserId) throw invalidField('hit_id', { code: 'claim.other_hit' })
  if (hit.clickedAt > orderedAt) throw invalidField('ordered_on', { code: 'claim.before_hit' })
  return { ...order, clickId: hitId }
}

/** Refuses an order that the publisher has claimed, and one whose postback waits for the clock. */
async function checkNew(tx: Ctx, { publisherId, advertiserId, orderRef, event }: ReadOrder): Promise<void> {
  const claimed = await tx.db
    .selectFrom('claim')
    .select('id')
    .where('publisherId', '=', publisherId)
    .where('advertiserId', '=', advertiserId)
    .where('orderRef', '=', orderRef)
    .where('event', '=', event)
    .executeTakeFirst()
  if (claimed) throw new Refusal({ code: 'claim.twice', status: 409, field: 'order_id' })
  await checkNotWaiting(tx, { advertiserId, orderRef, event })
}

/** Refuses with 409 an order whose postback waits for the clock. */
export async function checkNotWaiting(
  tx: Ctx,
  { advertiserId, orderRef, event }: Pick<ClaimInput, 'advertiserId' | 'orderRef' | 'event'>,
): Promise<void> {
  const waiting = await tx.db
    .selectFrom('waitingOrder')
    .select('advertiserId')
    .where('advertiserId', '=', advertiserId)
    .where('orderRef', '=', orderRef)
    .where('event', '=', event)
    .executeTakeFirst()
  if (waiting) throw new Refusal({ code: 'claim.order_waits', status: 409, field: 'order_id' })
}

/** Judges the order by the terms in force at it: returns their window, and what it would earn in USD. */
async function judge(tx: Ctx, order: ReadOrder): Promise<{ windowDays: number; commission: bigint | null }> {
  const worth = await judgeClaimedOrder(tx, order)
  if (!('reason' in worth)) {
    return { windowDays: worth.terms.windowDays, commission: worth.exchanged?.commission ?? null }
  }
  if (worth.reason === 'unknown_event') throw invalidField('event', { code: 'claim.event' })
  throw invalidField('amount', { code: worth.reason === 'absurd_amount' ? 'postback.absurd_amount' : 'claim.amount' })
}

/** An order to claim, by whom it is claimed, and what it would earn in 1/10,000 USD. */
type JudgedOrder = ReadOrder & { commission: bigint | null; origin: ClaimOrigin }

/** Inserts a claim that the machine has answered, without its events. */
export async function insertClaim(tx: Ctx, order: JudgedOrder, { answer, facts }: MachineAnswer): Promise<StoredClaim> {
  const { orderedAt: _, ...columns } = order
  return tx.db
    .insertInto('claim')
    .values({
      ...columns,
      id: uuid7(tx.now.getTime()),
      filedAt: tx.now,
      status: 'answered',
      answer,
      answerFacts: JSON.stringify(facts),
      dueAt: null,
      askedAt: null,
      evidenceUntil: null,
      evidencedAt: null,
      insistedAt: null,
      decidedAt: null,
      transactionId: facts.transactionId,
      sequence: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
