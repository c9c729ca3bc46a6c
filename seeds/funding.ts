import { sql } from 'kysely'
import type { AccountActor } from '#kernel/actor.ts'
import { DAY_MS, MINUTE_MS, addDays, startOfDay, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { AMOUNT_SCALE } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { recordDeposit } from '#domains/money/funding/commands/move-funds.ts'
import { setBilling } from '#domains/money/funding/commands/set-billing.ts'
import { setPaymentInstructions } from '#domains/money/funding/commands/set-payment-instructions.ts'
import { useFunds } from '#domains/money/funding/commands/use-funds.ts'
import { DEFAULT_SMALLEST_MISSING } from '#domains/money/funding/rules.ts'
import { issueInvoices } from '#domains/money/invoices/commands/issue-invoices.ts'
import type { SeededMerchant } from './accounts.ts'

const CENT: Amount = AMOUNT_SCALE / 100n
/** Days before the end of the sample year on which merchants pay what is confirmed. */
const PAYMENT_DAYS = [270, 180, 120, 90, 60, 30]
/** Days for which a merchant that is late has paid nothing. */
const LATE_DAYS = 60
/** Months of invoices of the merchants that pay later. */
const INVOICED_MONTHS = 4
/** The time of day at which a month is invoiced. */
const INVOICE_MS = 15 * MINUTE_MS

interface FundingPlan {
  operator: AccountActor
  merchants: readonly SeededMerchant[]
  /** The merchant that pays in advance; the others pay later. */
  prepaid: SeededMerchant
  /** The merchant whose funds are used up. */
  late: SeededMerchant
}

/** The account to which brands pay in the demo; its IBAN is the example of the standard. */
const INSTRUCTIONS = {
  accountHolder: 'Tandem',
  account: 'DE89370400440532013000',
  bank: 'Example Bank',
  note: 'Sample data: please pay nothing to this account.',
  smallestMissing: DEFAULT_SMALLEST_MISSING,
}

/** Says how brands pay, records the payments of the merchants, and covers their confirmed orders with them. */
export async function seedFunding(ctx: Ctx, { operator, merchants, prepaid, late }: FundingPlan): Promise<void> {
  const months = listMonths(toDay(ctx.now), INVOICED_MONTHS)
  await setPaymentInstructions({ ...ctx, actor: operator }, INSTRUCTIONS)
  for (const merchant of merchants) {
    if (merchant !== prepaid) await payLater({ ...ctx, actor: operator, now: startOfDay(months[0] ?? '') }, merchant)
    for (const days of PAYMENT_DAYS) {
      if (merchant === late && days < LATE_DAYS) continue
      await payConfirmed({ ...ctx, actor: operator, now: new Date(ctx.now.getTime() - days * DAY_MS) }, merchant)
    }
    if (merchant !== late) await payAhead({ ...ctx, actor: operator }, { merchant, isPrepaid: merchant === prepaid })
  }
  await issueMonths(ctx, months)
}

/** Lets a merchant pay later from a time on, without a credit limit. */
function payLater(ctx: Ctx, { advertiserId }: SeededMerchant): Promise<void> {
  return setBilling(ctx, { advertiserId, mode: 'postpaid', creditLimit: 0n })
}

/** Invoices the sample year by month, as the job does at the start of each. */
async function issueMonths(ctx: Ctx, months: readonly Day[]): Promise<void> {
  for (const month of months.slice(1)) {
    const now = new Date(startOfDay(month).getTime() + INVOICE_MS)
    if (now < ctx.now) await issueInvoices({ ...ctx, now })
  }
}

/** Lists the first days of the month of a day and of the months before it, the oldest first. */
function listMonths(day: Day, count: number): Day[] {
  const months: Day[] = [`${day.slice(0, 7)}-01`]
  while (months.length <= count) months.unshift(`${addDays(months[0] ?? day, -1).slice(0, 7)}-01`)
  return months
}

/** Pays what is confirmed and not covered by now. */
async function payConfirmed(ctx: Ctx, { advertiserId }: SeededMerchant): Promise<void> {
  const owed = await readOwed(ctx, advertiserId)
  if (owed === 0n) return
  const movedOn = toDay(ctx.now)
  // Two of the days can lie in one month, so the reference names the day.
  const reference = `Statement ${movedOn}`
  await recordDeposit(ctx, { advertiserId, amount: roundUp(owed), movedOn, reference })
  await useFunds(ctx, { advertiserId })
}

/** Gives the merchant funds or a credit limit for the orders since its last payment and for more. */
async function payAhead(ctx: Ctx, { merchant, isPrepaid }: { merchant: SeededMerchant; isPrepaid: boolean }) {
  const { advertiserId } = merchant
  const owed = await readOwed(ctx, advertiserId)
  const ahead = (owed / (1000n * AMOUNT_SCALE) + 1n) * 4000n * AMOUNT_SCALE
  if (isPrepaid) {
    const at = { ...ctx, now: new Date(ctx.now.getTime() - 4 * DAY_MS) }
    await recordDeposit(at, { advertiserId, amount: ahead, movedOn: toDay(at.now), reference: 'In advance' })
  } else {
    await setBilling(ctx, { advertiserId, mode: 'postpaid', creditLimit: ahead })
  }
  await useFunds(ctx, { advertiserId })
}

async function readOwed(ctx: Ctx, advertiserId: bigint): Promise<Amount> {
  const { rows } = await sql<{ owed: bigint }>`
    SELECT coalesce(sum(commission - covered_commission + fee - covered_fee), 0)::bigint AS owed
    FROM transaction_state
    WHERE advertiser_id = ${advertiserId} AND status = 'CONFIRMED' AND confirmed_at < ${ctx.now}`.execute(ctx.db)
  return rows[0]?.owed ?? 0n
}

function roundUp(amount: Amount): Amount {
  return ((amount + CENT - 1n) / CENT) * CENT
}
