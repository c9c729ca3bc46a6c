import { findTermsAt } from '#domains/programmes/programs/queries/terms.ts'
import { feeFor } from '#domains/programmes/programs/rules.ts'
import { judgeClaimedOrder } from '#domains/orders/transactions/commands/record-claimed-order.ts'
import { toDay } from '#kernel/days.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findClaimableProgram } from '../queries.ts'
import { answerClaim, checkOrderDay, getOrderTime, mayInsist } from '../rules.ts'
import type { MachineAnswer } from '../rules.ts'
import { addEvent, lockPublisher } from './change-claim.ts'
import type { StoredClaim } from './change-claim.ts'
import { recordClaim } from './decide-claim.ts'
import { checkNotWaiting, insertClaim, refuseEnded } from './file-claim.ts'
import type { ClaimInput } from './file-claim.ts'
import { readFacts } from './read-facts.ts'

/** An order that a brand credits to a publisher. */
export interface OrderToCredit extends Pick<
  ClaimInput,
  'publisherId' | 'advertiserId' | 'orderRef' | 'event' | 'orderedOn' | 'amount'
> {
  siteId: bigint
  /** Without one, that of the terms. */
  currency: string | undefined
  /** The click, if it was found. */
  clickId: string | null
}

/** What an order would earn its publisher and the network, in 1/10,000 USD; null without an exchange rate. */
export interface CreditWorth {
  commission: bigint | null
  fee: bigint | null
}

/**
 * Credits an order to a publisher that has not claimed it, or whose claim is closed: makes a claim of the advertiser,
 * records its order and mails the publisher. A second time changes nothing and answers the same. Refuses with 409 what
 * `judgeCredit` refuses, and the field `note` without a reason for another amount than the publisher claimed.
 */
export function creditOrder(
  ctx: Ctx,
  { note, ...order }: OrderToCredit & { note: string },
): Promise<{ claimId: string; transactionId: string }> {
  return inTransaction(ctx, async (tx) => {
    await lockPublisher(tx, order.publisherId)
    const done = await findOwnClaim(tx, order)
    if (done?.status === 'accepted' && done.transactionId !== null) {
      return { claimId: done.id, transactionId: done.transactionId }
    }
    const { own, judged, answer, worth } = await judgeCredit(tx, order)
    const otherAmount = getOtherAmount(judged.amount, own)
    if (otherAmount !== undefined && note === '') throw invalidField('note', { code: 'claim.amount_reason' })
    const claim = own ?? (await openClaim(tx, { ...judged, commission: worth.commission }, answer))
    const status = await recordClaim(tx, {
      claim: { ...claim, amount: judged.amount },
      event: { actedAs: 'advertiser', note, amount: otherAmount },
    })
    const recorded = status === 'accepted' ? await findOwnClaim(tx, order) : undefined
    // Recorded since it was judged: nothing of this stays.
    if (!recorded || recorded.transactionId === null) throw new Refusal({ code: 'claim.recorded', status: 409 })
    return { claimId: recorded.id, transactionId: recorded.transactionId }
  })
}

/** The credited amount where it is not the one that the publisher claimed. */
function getOtherAmount(amount: bigint | null, own: Pick<StoredClaim, 'amount'> | undefined): bigint | undefined {
  return own && amount !== null && amount !== own.amount ? amount : undefined
}

type Credit = Awaited<ReturnType<typeof judgeCredit>>

async function openClaim(
  tx: Ctx,
  judged: Credit['judged'] & { commission: bigint | null },
  answer: MachineAnswer,
): Promise<StoredClaim> {
  const claim = await insertClaim(tx, { ...judged, origin: 'advertiser' }, answer)
  await addEvent(tx, claim, { kind: 'credited', actedAs: 'advertiser' })
  return claim
}

/**
 * Judges an order that an advertiser wants to credit by the rules of claims, and says what it earns. Refuses with 409 a
 * programme that has ended, a publisher that never joined it, an order that is recorded, waits for the clock, or has a
 * claim that waits or names another currency, and with 422 one that is too old or that the terms give no worth.
 */
export async function judgeCredit(ctx: Ctx, order: OrderToCredit) {
  const { publisherId, advertiserId, orderRef, event } = order
  checkOrderDay(order.orderedOn, toDay(ctx.now))
  const claims = await listClaimsOf(ctx, order)
  if (claims.some(({ status }) => status === 'waiting')) throw new Refusal({ code: 'claim.open', status: 409 })
  const own = claims.find((claim) => claim.publisherId === publisherId)
  const orderedAt = getOrderTime(own ?? { orderedOn: order.orderedOn, filedAt: ctx.now })
  const terms = await findTermsAt(ctx.db, { advertiserId, at: orderedAt })
  if (!terms) throw new Refusal({ code: 'claim.event', status: 422 })
  const currency = order.currency ?? terms.currency
  const judged = { ...order, currency, orderedAt, siteId: own?.siteId ?? order.siteId }
  const answer = answerClaim(await readFacts(ctx.db, { ...judged, windowDays: terms.windowDays }))
  if (!mayInsist(answer.answer)) throw new Refusal({ code: 'claim.recorded', status: 409 })
  if (!(await findClaimableProgram(ctx.db, { publisherId, advertiserId }))) {
    throw new Refusal({ code: 'claim.not_joined', status: 409 })
  }
  if (own && own.currency !== currency) {
    throw new Refusal({ code: 'claim.currency', params: { currency: own.currency }, status: 409 })
  }
  await refuseEnded(ctx, advertiserId)
  await checkNotWaiting(ctx, { advertiserId, orderRef, event })
  return { own, judged, answer, worth: await weigh(ctx, judged, terms) }
}

async function weigh(
  ctx: Ctx,
  judged: Parameters<typeof judgeClaimedOrder>[1],
  terms: Parameters<typeof feeFor>[0],
): Promise<CreditWorth> {
  const worth = await judgeClaimedOrder(ctx, judged)
  if ('reason' in worth) {
    if (worth.reason === 'absurd_amount') throw new Refusal({ code: 'postback.absurd_amount', status: 422 })
    throw new Refusal({ code: worth.reason === 'unknown_event' ? 'claim.event' : 'claim.amount', status: 422 })
  }
  const { exchanged } = worth
  if (!exchanged) return { commission: worth.commissionCurrency === BASE_CURRENCY ? worth.commission : null, fee: null }
  return { commission: exchanged.commission, fee: feeFor(terms, exchanged) }
}

type OrderKey = Pick<OrderToCredit, 'advertiserId' | 'orderRef' | 'event'>

/** Lists the claims for an order, whoever made them. */
function listClaimsOf({ db }: Ctx, { advertiserId, orderRef, event }: OrderKey): Promise<StoredClaim[]> {
  return db
    .selectFrom('claim')
    .selectAll()
    .where('advertiserId', '=', advertiserId)
    .where('orderRef', '=', orderRef)
    .where('event', '=', event)
    .execute()
}

async function findOwnClaim(tx: Ctx, { publisherId, ...key }: OrderKey & { publisherId: bigint }) {
  return (await listClaimsOf(tx, key)).find((claim) => claim.publisherId === publisherId)
}
