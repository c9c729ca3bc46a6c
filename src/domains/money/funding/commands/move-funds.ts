import { sql } from 'kysely'
import { findInvoiceNumbers } from '#kernel/invoice-number.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import { toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { postEntries } from '#domains/books/ledger/commands.ts'
import { NETWORK_CASH, buildPostings, getFundsAccount } from '#domains/books/ledger/rules.ts'
import { MAX_DEPOSIT } from '../rules.ts'
import type { DepositKind } from '../rules.ts'
import { lockFunds } from './lock-funds.ts'
import { renewCapacity } from './renew-capacity.ts'

/** Money that came from an advertiser, or went back to it. */
export interface MovedFunds {
  advertiserId: bigint
  amount: Amount
  movedOn: Day
  /** Names the transfer, as the bank does. */
  reference: string
  /** What else the transfer says. The money counts first for the invoices that this or the reference names. */
  remittance?: string
}

/**
 * Records a deposit: the payment of an advertiser, in advance or of what it owes. The same reference again with the
 * same amount and day changes nothing, and with others it is refused with 409.
 */
export function recordDeposit(ctx: Ctx, deposit: MovedFunds): Promise<{ depositId: string }> {
  return inTransaction(ctx, (tx) => moveFunds(tx, 'deposit', deposit))
}

/** Records that unused funds were paid back. Refuses more than the advertiser has; repeats as `recordDeposit` does. */
export function refundFunds(ctx: Ctx, refund: MovedFunds): Promise<{ depositId: string }> {
  return inTransaction(ctx, (tx) => moveFunds(tx, 'refund', refund))
}

/**
 * Records that the bank took back what an advertiser paid, also if it was used: orders stay covered, and what the funds
 * do not have is a shortfall, which later payments fill first. Refuses more than the advertiser has paid; repeats as
 * `recordDeposit` does.
 */
export function takeBackFunds(ctx: Ctx, takenBack: MovedFunds): Promise<{ depositId: string }> {
  return inTransaction(ctx, (tx) => moveFunds(tx, 'refund', { ...takenBack, isTakenBack: true }))
}

type Move = MovedFunds & { isTakenBack?: boolean }

async function moveFunds(tx: Ctx, kind: DepositKind, moved: Move): Promise<{ depositId: string }> {
  const { advertiserId, amount, movedOn, isTakenBack = false } = moved
  const reference = moved.reference.trim()
  const { funds } = await lockFunds(tx, advertiserId)
  const earlier = await findDeposit(tx, { advertiserId, kind, reference })
  if (earlier) {
    if (earlier.amount === amount && earlier.movedOn === movedOn) {
      await nameInvoices(tx, earlier.id, moved)
      return { depositId: earlier.id }
    }
    throw new Refusal({ code: 'funding.reference_used', status: 409, field: 'reference' })
  }
  checkMove(tx, moved)
  if (kind === 'refund') await checkRefund(tx, moved, funds)
  const depositId = uuid7(tx.now.getTime())
  const recordedBy = tx.actor.kind === 'account' ? tx.actor.accountId : null
  await tx.db
    .insertInto('deposit')
    .values({ id: depositId, advertiserId, kind, amount, movedOn, reference, recordedBy, recordedAt: tx.now })
    .execute()
  await nameInvoices(tx, depositId, moved)
  const accounts = [NETWORK_CASH, getFundsAccount(advertiserId)] as const
  const [from, to] = kind === 'deposit' ? accounts : accounts.toReversed()
  const source = { kind, sourceKind: 'deposit', sourceId: depositId, sequence: 1 } as const
  const postings = buildPostings(BASE_CURRENCY, [[from ?? '', to ?? '', amount]])
  // Deposits concern no publisher.
  await postEntries(tx, [{ publisherId: 0n, ...source, postings }])
  await audit(tx, {
    action: `funds.${kind}`,
    target: `advertiser:${advertiserId}`,
    details: { depositId, amount, isTakenBack },
  })
  await renewCapacity(tx, advertiserId, isTakenBack ? amount : 0n)
  return { depositId }
}

/**
 * Notes the invoices that a transfer names, such as the entry of the bank for a deposit that was recorded by hand.
 * Those that the deposit has already stay.
 */
export async function nameInvoices(
  tx: Ctx,
  depositId: string,
  { reference, remittance = '' }: Pick<MovedFunds, 'reference' | 'remittance'>,
): Promise<void> {
  const numbers = findInvoiceNumbers(`${reference}\n${remittance}`)
  if (numbers.length === 0) return
  await tx.db
    .insertInto('depositInvoice')
    .values(numbers.map((invoiceNumber) => ({ depositId, invoiceNumber })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Refuses to pay back more than the funds, and to take back more than the advertiser has paid and not got back. */
async function checkRefund(tx: Ctx, { advertiserId, amount, isTakenBack }: Move, funds: Amount): Promise<void> {
  if (!isTakenBack) {
    if (amount <= funds) return
    const free = formatAmount(funds > 0n ? funds : 0n)
    throw new Refusal({ code: 'funding.refund_above', params: { free }, status: 409, field: 'amount' })
  }
  const { paid } = await tx.db
    .selectFrom('deposit')
    .select(sql<Amount>`coalesce(sum(CASE kind WHEN 'deposit' THEN amount ELSE -amount END), 0)::bigint`.as('paid'))
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirstOrThrow()
  if (amount <= paid) return
  const params = { paid: formatAmount(paid) }
  throw new Refusal({ code: 'funding.taken_back_above', params, status: 409, field: 'advertiser_id' })
}

function checkMove({ now }: Ctx, { amount, movedOn, reference }: MovedFunds): void {
  if (amount <= 0n || amount > MAX_DEPOSIT) throw invalidField('amount', { code: 'funding.amount' })
  if (movedOn > toDay(now)) throw invalidField('moved_on', { code: 'funding.future_day' })
  if (reference.trim() === '') throw invalidField('reference', { code: 'funding.reference' })
}

function findDeposit(tx: Ctx, key: { advertiserId: bigint; kind: DepositKind; reference: string }) {
  return tx.db
    .selectFrom('deposit')
    .select(['id', 'amount', 'movedOn'])
    .where('advertiserId', '=', key.advertiserId)
    .where('kind', '=', key.kind)
    .where('reference', '=', key.reference)
    .executeTakeFirst()
}
