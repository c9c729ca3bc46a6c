import { sql } from 'kysely'
import { nameInvoices, recordDeposit, takeBackFunds } from '#domains/money/funding/commands/move-funds.ts'
import { toDay } from '#kernel/days.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findKnown, listEarlierEntries, listLikelyDeposits, readNamed, toKey } from '../queries/entries.ts'
import type { EarlierEntry, LikelyDeposit } from '../queries/entries.ts'
import { countPayments, matchPayment } from '../rules/match.ts'
import type { CountedPayment, Match, Payment } from '../rules/match.ts'
import type { EntryOutcome, EntrySource } from '../rules/vocabulary.ts'

/** A payment of a file with whose it is, what comes of it, and the deposit or earlier entry that it may be about. */
export type MatchedPayment = CountedPayment &
  Match & { outcome: EntryOutcome; likely: LikelyDeposit | null; earlier: EarlierEntry | null }

/** Payments of a file, which its id tells from others. */
export interface FilePayments {
  payments: readonly Payment[]
  fileId: string
}

/** Matches the payments of a file with advertisers, and finds those that an earlier file had. Changes nothing. */
export async function matchPayments(ctx: Ctx, { payments, fileId }: FilePayments): Promise<MatchedPayment[]> {
  const counted = countPayments(payments).map((payment) => nameByFile(payment, fileId))
  const [named, known] = [await readNamed(ctx.db, payments, toDay(ctx.now)), await findKnown(ctx.db, counted)]
  const taken = new Set<string>()
  const matched: MatchedPayment[] = []
  for (const payment of counted) {
    const nothing = { likely: null, earlier: null }
    if (known.has(toKey(payment))) {
      matched.push({ ...payment, ...nothing, advertiserId: null, problem: null, numbers: [], outcome: 'known' })
      continue
    }
    const match = matchPayment(payment, named)
    const found = await findSimilar(ctx, { ...payment, ...match, fileId }, taken)
    const problem = found.likely ? 'looks_like' : found.earlier ? (match.problem ?? 'looks_known') : match.problem
    matched.push({ ...payment, ...match, ...found, problem, outcome: problem === null ? 'matched' : 'waiting' })
  }
  return matched
}

/** A reference that other bookings may have too names a payment within its file alone. Its end names the part. */
function nameByFile(payment: CountedPayment, fileId: string): CountedPayment {
  if (payment.isSure) return payment
  return { ...payment, reference: `${payment.reference.slice(-60)} (file ${fileId}/${payment.line})` }
}

/**
 * Finds what a payment may be about: one that would be recorded, a deposit by hand or an entry of an earlier file that
 * may be the same; one that takes something back, what it takes back. Each is found for one payment.
 */
async function findSimilar(
  ctx: Ctx,
  payment: CountedPayment & Match & { fileId: string },
  taken: Set<string>,
): Promise<Pick<MatchedPayment, 'likely' | 'earlier'>> {
  const { advertiserId, problem, direction } = payment
  const isFree = ({ id }: { id: string }) => !taken.has(id)
  const isUsable = problem === null && advertiserId !== null
  const likely = isUsable
    ? ((await listLikelyDeposits(ctx.db, { ...payment, advertiserId })).find(isFree) ?? null)
    : null
  const hasEarlier = likely === null && (isUsable || direction === 'out')
  const earlier = hasEarlier ? ((await listEarlierEntries(ctx.db, payment)).find(isFree) ?? null) : null
  for (const found of [likely, earlier]) if (found) taken.add(found.id)
  return { likely, earlier }
}

/**
 * Records the payments of a file: a matched one as a deposit of its advertiser, the others for a decision by hand. Each
 * is a transaction, and none is recorded twice, so a file can be sent again after a kill. A job covers orders with the
 * deposits.
 */
export async function recordPayments(
  ctx: Ctx,
  { payments, fileId, source }: FilePayments & { source: EntrySource },
): Promise<MatchedPayment[]> {
  const matched = await matchPayments(ctx, { payments, fileId })
  const recorded: MatchedPayment[] = []
  for (const payment of matched) {
    const isNew = payment.outcome !== 'known' && (await recordPayment(ctx, payment, { source, fileId }))
    recorded.push(isNew ? payment : { ...payment, outcome: 'known' })
  }
  return recorded
}

/** Answers whether no file had the payment before. */
function recordPayment(
  ctx: Ctx,
  payment: MatchedPayment,
  { source, fileId }: { source: EntrySource; fileId: string },
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const { amount, currency, bookedOn, direction, advertiserId, problem } = payment
    const id = uuid7(tx.now.getTime())
    await lockKey(tx, payment)
    if ((await findKnown(tx.db, [payment])).size > 0) return false
    const depositId = problem === null && advertiserId !== null ? await deposit(tx, { ...payment, advertiserId }) : null
    const state = depositId === null ? 'waiting' : 'recorded'
    const given = { ...toRow(payment), fileId, source, importedAt: tx.now }
    await tx.db
      .insertInto('bankEntry')
      .values({ id, ...given, state, depositId })
      .execute()
    const details = { advertiserId, amount, currency, bookedOn, direction, problem, source }
    await audit(tx, { action: 'bank-entry.import', target: `bank-entry:${id}`, details })
    return true
  })
}

/** What a payment has in its row, whatever comes of it. */
function toRow(payment: MatchedPayment) {
  const { reference, amount, currency, bookedOn, occurrence, payer, remittance, advertiserId, problem } = payment
  const { direction, isSure, booking, likely, earlier } = payment
  return {
    direction,
    reference,
    isSure,
    amount,
    currency,
    bookedOn,
    occurrence,
    payer,
    remittance,
    advertiserId,
    problem,
    booking: booking?.reference ?? null,
    bookingAmount: booking?.amount ?? null,
    bookingParts: booking?.parts ?? null,
    likelyDepositId: likely?.id ?? null,
    earlierEntryId: earlier?.id ?? null,
  }
}

/** Makes a second import of the same booking wait for the first. */
async function lockKey(tx: Ctx, payment: MatchedPayment): Promise<void> {
  const { bookedOn, booking, reference } = payment
  const key = `bank entry ${bookedOn} ${booking?.reference ?? reference}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx.db)
}

type Deposited = Pick<CountedPayment, 'reference' | 'amount' | 'bookedOn' | 'occurrence' | 'isSure' | 'remittance'> & {
  advertiserId: bigint
}

/**
 * Records a payment as a deposit. One that an operator recorded by hand, with the reference of the bank, is the same. A
 * bank that uses a reference for several payments gets its day and amount into the reference.
 */
async function deposit(tx: Ctx, payment: Deposited): Promise<string> {
  const { reference, amount, bookedOn, occurrence, isSure, advertiserId, remittance } = payment
  const movedOn = bookedOn > toDay(tx.now) ? toDay(tx.now) : bookedOn
  const earlier = await tx.db
    .selectFrom('deposit')
    .select(['amount', 'movedOn'])
    .where('advertiserId', '=', advertiserId)
    .where('kind', '=', 'deposit')
    .where('reference', '=', reference)
    .executeTakeFirst()
  const isSame = earlier?.amount === amount && earlier.movedOn === movedOn && occurrence === 1 && isSure
  const parts = [bookedOn, formatAmount(amount), ...(occurrence === 1 ? [] : [occurrence])]
  const unique = !earlier || isSame ? reference : `${reference} (${parts.join(', ')})`
  const { depositId } = await recordDeposit(tx, { advertiserId, amount, movedOn, reference: unique, remittance })
  return depositId
}

/**
 * Records what went out as a refund, of the invoices that it or the entry that it takes back names, also where the
 * money was used. Refuses more than the advertiser has paid.
 */
async function takeBack(
  tx: Ctx,
  entry: Omit<Deposited, 'advertiserId'> & { earlierEntryId: string | null },
  advertiserId: bigint,
): Promise<string> {
  const { reference, amount, bookedOn, earlierEntryId } = entry
  const earlier = await tx.db
    .selectFrom('bankEntry')
    .select('remittance')
    .where('id', '=', earlierEntryId)
    .executeTakeFirst()
  const remittance = `${entry.remittance}\n${earlier?.remittance ?? ''}`
  const movedOn = bookedOn > toDay(tx.now) ? toDay(tx.now) : bookedOn
  const unique = `${reference} (${[bookedOn, formatAmount(amount), entry.occurrence].join(', ')})`
  const { depositId } = await takeBackFunds(tx, { advertiserId, amount, movedOn, reference: unique, remittance })
  return depositId
}

/**
 * Records a payment that waits as a deposit of an advertiser, and one that went out as its opposite. Refuses one that
 * does not wait, other currencies, more going out than the advertiser has paid, and one that may be a deposit entered
 * by hand, unless `isOther` says that it is another.
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
    const isIn = entry.direction === 'in'
    const [likely] = isOther || !isIn ? [] : await listLikelyDeposits(tx.db, { ...entry, advertiserId })
    if (likely) {
      const params = { day: likely.movedOn, reference: likely.reference }
      throw new Refusal({ code: 'bank.looks_like', params, status: 409, field: 'is_other' })
    }
    const depositId = isIn ? await deposit(tx, { ...entry, advertiserId }) : await takeBack(tx, entry, advertiserId)
    await decide(tx, entryId, { state: 'recorded', advertiserId, depositId })
    const details = { advertiserId, amount: entry.amount, direction: entry.direction }
    await audit(tx, { action: 'bank-entry.assign', target: `bank-entry:${entryId}`, details })
  })
}

/**
 * Notes that a payment that waits is the deposit entered by hand or the entry of an earlier file that it looks like, so
 * that nothing more is posted. Refuses one that does not wait, and one whose deposit another entry has meanwhile.
 */
export function linkEntry(ctx: Ctx, { entryId }: { entryId: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const entry = await lockWaiting(tx, entryId)
    const { likelyDepositId: depositId, earlierEntryId, problem, amount, advertiserId } = entry
    if (problem === 'looks_known' && earlierEntryId !== null) {
      await decide(tx, entryId, { state: 'dismissed', note: `The same payment as entry ${earlierEntryId}` })
      const details = { advertiserId, amount, earlierEntryId }
      return audit(tx, { action: 'bank-entry.link', target: `bank-entry:${entryId}`, details })
    }
    if (depositId === null || advertiserId === null) throw new Refusal({ code: 'bank.no_likely', status: 409 })
    const other = await tx.db.selectFrom('bankEntry').select('id').where('depositId', '=', depositId).executeTakeFirst()
    if (other) throw new Refusal({ code: 'bank.no_likely', status: 409 })
    await nameInvoices(tx, depositId, entry)
    await decide(tx, entryId, { state: 'recorded', advertiserId, depositId })
    const details = { advertiserId, amount, depositId }
    return audit(tx, { action: 'bank-entry.link', target: `bank-entry:${entryId}`, details })
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
