import { sql } from 'kysely'
import { recordDeposit } from '#domains/money/funding/commands/move-funds.ts'
import { toDay } from '#kernel/days.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findKnown, listLikelyDeposits, readNamed, toKey } from '../queries/entries.ts'
import type { LikelyDeposit } from '../queries/entries.ts'
import { countPayments, matchPayment } from '../rules/match.ts'
import type { CountedPayment, Match, Payment } from '../rules/match.ts'
import type { EntryOutcome, EntrySource } from '../rules/vocabulary.ts'

/** A payment of a file with whose it is, what comes of it, and the deposit that it may be. */
export type MatchedPayment = CountedPayment & Match & { outcome: EntryOutcome; likely: LikelyDeposit | null }

/** Matches the payments of a file with advertisers, and finds those that an earlier file had. Changes nothing. */
export async function matchPayments(ctx: Ctx, payments: readonly Payment[]): Promise<MatchedPayment[]> {
  const counted = countPayments(payments)
  const [named, known] = [await readNamed(ctx.db, payments, toDay(ctx.now)), await findKnown(ctx.db, counted)]
  const taken = new Set<string>()
  const matched: MatchedPayment[] = []
  for (const payment of counted) {
    if (known.has(toKey(payment))) {
      matched.push({ ...payment, advertiserId: null, problem: null, numbers: [], outcome: 'known', likely: null })
      continue
    }
    const match = matchPayment(payment, named)
    const likely = match.problem === null ? await findLikely(ctx, { ...payment, ...match }, taken) : null
    const problem = likely === null ? match.problem : 'looks_like'
    matched.push({ ...payment, ...match, problem, outcome: problem === null ? 'matched' : 'waiting', likely })
  }
  return matched
}

/** Finds the deposit by hand that a payment may be, each for one payment. */
async function findLikely(
  ctx: Ctx,
  payment: CountedPayment & Match,
  taken: Set<string>,
): Promise<LikelyDeposit | null> {
  const { advertiserId } = payment
  if (advertiserId === null) return null
  const likely = (await listLikelyDeposits(ctx.db, { ...payment, advertiserId })).find(({ id }) => !taken.has(id))
  if (likely) taken.add(likely.id)
  return likely ?? null
}

/**
 * Records the payments of a file: a matched one as a deposit of its advertiser, the others for a decision by hand. Each
 * is a transaction, and none is recorded twice, so a file can be sent again after a kill. A job covers orders with the
 * deposits.
 */
export async function recordPayments(
  ctx: Ctx,
  { payments, source }: { payments: readonly Payment[]; source: EntrySource },
): Promise<MatchedPayment[]> {
  const matched = await matchPayments(ctx, payments)
  const recorded: MatchedPayment[] = []
  for (const payment of matched) {
    const isNew = payment.outcome !== 'known' && (await recordPayment(ctx, payment, source))
    recorded.push(isNew ? payment : { ...payment, outcome: 'known' })
  }
  return recorded
}

/** Answers whether no file had the payment before. */
function recordPayment(ctx: Ctx, payment: MatchedPayment, source: EntrySource): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const { reference, amount, currency, bookedOn, occurrence, payer, remittance, advertiserId, problem } = payment
    const id = uuid7(tx.now.getTime())
    await lockKey(tx, payment)
    if ((await findKnown(tx.db, [payment])).size > 0) return false
    const depositId = problem === null && advertiserId !== null ? await deposit(tx, { ...payment, advertiserId }) : null
    const likelyDepositId = payment.likely?.id ?? null
    const named = { reference, amount, currency, bookedOn, occurrence, payer, remittance }
    const given = { ...named, likelyDepositId, source, importedAt: tx.now }
    const state = depositId === null ? 'waiting' : 'recorded'
    await tx.db
      .insertInto('bankEntry')
      .values({ id, ...given, state, problem, advertiserId, depositId })
      .execute()
    const details = { advertiserId, amount, currency, bookedOn, problem, source }
    await audit(tx, { action: 'bank-entry.import', target: `bank-entry:${id}`, details })
    return true
  })
}

/** Makes a second import of the same payment wait for the first. */
async function lockKey(tx: Ctx, payment: MatchedPayment): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`bank entry ${toKey(payment)}`}, 0))`.execute(tx.db)
}

type Deposited = Pick<CountedPayment, 'reference' | 'amount' | 'bookedOn' | 'occurrence'> & { advertiserId: bigint }

/**
 * Records a payment as a deposit. One that an operator recorded by hand, with the reference of the bank, is the same. A
 * bank that uses a reference for several payments gets its day and amount into the reference.
 */
async function deposit(tx: Ctx, payment: Deposited): Promise<string> {
  const { reference, amount, bookedOn, occurrence, advertiserId } = payment
  const movedOn = bookedOn > toDay(tx.now) ? toDay(tx.now) : bookedOn
  const earlier = await tx.db
    .selectFrom('deposit')
    .select(['amount', 'movedOn'])
    .where('advertiserId', '=', advertiserId)
    .where('kind', '=', 'deposit')
    .where('reference', '=', reference)
    .executeTakeFirst()
  const isSame = earlier?.amount === amount && earlier.movedOn === movedOn && occurrence === 1
  const parts = [bookedOn, formatAmount(amount), ...(occurrence === 1 ? [] : [occurrence])]
  const unique = !earlier || isSame ? reference : `${reference} (${parts.join(', ')})`
  const { depositId } = await recordDeposit(tx, { advertiserId, amount, movedOn, reference: unique })
  return depositId
}

/**
 * Records a payment that waits as a deposit of an advertiser. Refuses one that does not wait, other currencies, and one
 * that may be a deposit entered by hand, unless `isOther` says that it is another.
 */
export function assignEntry(
  ctx: Ctx,
  { entryId, advertiserId, isOther = false }: { entryId: string; advertiserId: bigint; isOther?: boolean },
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const entry = await lockWaiting(tx, entryId)
    if (entry.currency !== BASE_CURRENCY) {
      const params = { currency: entry.currency, base: BASE_CURRENCY }
      throw new Refusal({ code: 'bank.currency', params, status: 409, field: 'advertiser_id' })
    }
    const [likely] = isOther ? [] : await listLikelyDeposits(tx.db, { ...entry, advertiserId })
    if (likely) {
      const params = { day: likely.movedOn, reference: likely.reference }
      throw new Refusal({ code: 'bank.looks_like', params, status: 409, field: 'is_other' })
    }
    const depositId = await deposit(tx, { ...entry, advertiserId })
    await decide(tx, entryId, { state: 'recorded', advertiserId, depositId })
    const details = { advertiserId, amount: entry.amount }
    await audit(tx, { action: 'bank-entry.assign', target: `bank-entry:${entryId}`, details })
  })
}

/**
 * Notes that a payment that waits is the deposit entered by hand that it looks like, so that nothing more is posted.
 * Refuses one that does not wait, and one whose deposit another entry has meanwhile.
 */
export function linkEntry(ctx: Ctx, { entryId }: { entryId: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { likelyDepositId: depositId, amount, advertiserId } = await lockWaiting(tx, entryId)
    if (depositId === null || advertiserId === null) throw new Refusal({ code: 'bank.no_likely', status: 409 })
    const other = await tx.db.selectFrom('bankEntry').select('id').where('depositId', '=', depositId).executeTakeFirst()
    if (other) throw new Refusal({ code: 'bank.no_likely', status: 409 })
    await decide(tx, entryId, { state: 'recorded', advertiserId, depositId })
    const details = { advertiserId, amount, depositId }
    await audit(tx, { action: 'bank-entry.link', target: `bank-entry:${entryId}`, details })
  })
}

/** Notes that a payment that waits concerns no advertiser, and why. Refuses one that does not wait. */
export function dismissEntry(ctx: Ctx, { entryId, note }: { entryId: string; note: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { amount } = await lockWaiting(tx, entryId)
    await decide(tx, entryId, { state: 'dismissed', note })
    await audit(tx, { action: 'bank-entry.dismiss', target: `bank-entry:${entryId}`, details: { amount, note } })
  })
}

async function lockWaiting(tx: Ctx, entryId: string) {
  const entry = await tx.db.selectFrom('bankEntry').selectAll().where('id', '=', entryId).forUpdate().executeTakeFirst()
  if (!entry) throw notFound()
  if (entry.state !== 'waiting') throw new Refusal({ code: 'bank.decided', status: 409 })
  return entry
}

type Decided = { state: 'recorded'; advertiserId: bigint; depositId: string } | { state: 'dismissed'; note: string }

async function decide(tx: Ctx, entryId: string, decided: Decided): Promise<void> {
  const decidedBy = tx.actor.kind === 'account' ? tx.actor.accountId : null
  await tx.db
    .updateTable('bankEntry')
    .set({ ...decided, decidedBy, decidedAt: tx.now })
    .where('id', '=', entryId)
    .execute()
}
