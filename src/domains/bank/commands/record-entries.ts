import { sql } from 'kysely'
import { recordDeposit } from '#domains/funding/commands/move-funds.ts'
import { toDay } from '#kernel/days.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findKnown, readNamed, toKey } from '../queries/entries.ts'
import { matchPayment } from '../rules/match.ts'
import type { Match, Payment } from '../rules/match.ts'
import type { EntryOutcome, EntrySource } from '../rules/vocabulary.ts'

/** A payment of a file with whose it is and what comes of it. */
export type MatchedPayment = Payment & Match & { outcome: EntryOutcome }

/** Matches the payments of a file with advertisers, and finds those that an earlier file had. Changes nothing. */
export async function matchPayments(ctx: Ctx, payments: readonly Payment[]): Promise<MatchedPayment[]> {
  const [named, known] = [await readNamed(ctx.db, payments, toDay(ctx.now)), await findKnown(ctx.db, payments)]
  return payments.map((payment) => {
    const key = toKey(payment)
    if (known.has(key)) return { ...payment, advertiserId: null, problem: null, numbers: [], outcome: 'known' }
    // A file that has a payment twice has it once.
    known.add(key)
    const match = matchPayment(payment, named)
    return { ...payment, ...match, outcome: match.problem === null ? 'matched' : 'waiting' }
  })
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
    const { reference, amount, currency, bookedOn, payer, remittance, advertiserId, problem } = payment
    const id = uuid7(tx.now.getTime())
    await lockKey(tx, payment)
    if ((await findKnown(tx.db, [payment])).size > 0) return false
    const depositId = problem === null && advertiserId !== null ? await deposit(tx, { ...payment, advertiserId }) : null
    const given = { reference, amount, currency, bookedOn, payer, remittance, source, importedAt: tx.now }
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
async function lockKey(tx: Ctx, payment: Payment): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`bank entry ${toKey(payment)}`}, 0))`.execute(tx.db)
}

type Deposited = Pick<Payment, 'reference' | 'amount' | 'bookedOn'> & { advertiserId: bigint }

/**
 * Records a payment as a deposit. One that an operator recorded by hand, with the reference of the bank, is the same. A
 * bank that uses a reference for several payments gets its day and amount into the reference.
 */
async function deposit(tx: Ctx, { reference, amount, bookedOn, advertiserId }: Deposited): Promise<string> {
  const movedOn = bookedOn > toDay(tx.now) ? toDay(tx.now) : bookedOn
  const earlier = await tx.db
    .selectFrom('deposit')
    .select(['amount', 'movedOn'])
    .where('advertiserId', '=', advertiserId)
    .where('kind', '=', 'deposit')
    .where('reference', '=', reference)
    .executeTakeFirst()
  const isFree = !earlier || (earlier.amount === amount && earlier.movedOn === movedOn)
  const unique = isFree ? reference : `${reference} (${bookedOn}, ${formatAmount(amount)})`
  const { depositId } = await recordDeposit(tx, { advertiserId, amount, movedOn, reference: unique })
  return depositId
}

/** Records a payment that waits as a deposit of an advertiser. Refuses one that does not wait, and other currencies. */
export function assignEntry(
  ctx: Ctx,
  { entryId, advertiserId }: { entryId: string; advertiserId: bigint },
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const entry = await lockWaiting(tx, entryId)
    if (entry.currency !== BASE_CURRENCY) {
      const params = { currency: entry.currency, base: BASE_CURRENCY }
      throw new Refusal({ code: 'bank.currency', params, status: 409, field: 'advertiser_id' })
    }
    const depositId = await deposit(tx, { ...entry, advertiserId })
    await decide(tx, entryId, { state: 'recorded', advertiserId, depositId })
    const details = { advertiserId, amount: entry.amount }
    await audit(tx, { action: 'bank-entry.assign', target: `bank-entry:${entryId}`, details })
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
