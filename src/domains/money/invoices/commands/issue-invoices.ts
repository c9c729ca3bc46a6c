import { sql } from 'kysely'
import { getAdvertiser, getCompany } from '#domains/people/advertisers/queries.ts'
import { tellTeam } from '#domains/people/notices/commands/tell-team.ts'
import { lockFunds } from '#domains/money/funding/commands/lock-funds.ts'
import { findPaymentInstructions } from '#domains/money/funding/queries/payment-instructions.ts'
import { listBillingPeriods } from '#domains/money/funding/queries/billing-periods.ts'
import { toDay } from '#kernel/days.ts'
import { formatAmount } from '#kernel/money.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { tryEach } from '#platform/server/jobs/try-each.ts'
import type { Db } from '#database'
import { invoiceIssuedEmail } from '../mails.ts'
import { getInvoice, readLastRest } from '../queries/invoices.ts'
import { divideInvoice, getClaimStart, getDueDay, getInvoiceMonth } from '../rules.ts'
import { claimEntries } from './claim-entries.ts'
import type { Claim } from './claim-entries.ts'
import type { InvoiceMonth } from '../rules.ts'

/**
 * Invoices the last UTC month of all advertisers that pay later or once did, once each: a run that ends in between is
 * continued by the next. What fails for one advertiser does not hold up the others.
 */
export async function issueInvoices(ctx: Ctx): Promise<void> {
  const issue = (advertiserId: bigint) => issueInvoice(ctx, { advertiserId })
  await tryEach(
    await listUninvoicedAdvertisers(ctx.db, getInvoiceMonth(ctx.now)),
    issue,
    'Some advertisers were not invoiced.',
  )
}

/**
 * Invoices an advertiser for the last UTC month, in one transaction with the mail: all that was decided before the end
 * of that month, in the times in which it pays later or on orders of earlier invoices, and stands in no invoice.
 * Answers the number, or undefined when there is nothing to invoice or the month was invoiced already.
 */
export function issueInvoice(ctx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<number | undefined> {
  return inTransaction(ctx, async (tx) => {
    const { month, until } = getInvoiceMonth(tx.now)
    await lockFunds(tx, advertiserId)
    const periods = await listBillingPeriods(tx.db, { advertiserId })
    const done = await readDoneMonth(tx, advertiserId)
    const from = getClaimStart({ periods, done })
    if (from === undefined || (done !== undefined && done >= month)) return undefined
    const id = uuid7(tx.now.getTime())
    const claim = await claimEntries(tx, { advertiserId, invoiceId: id, from, until, periods })
    await tx.db
      .insertInto('invoicedMonth')
      .values({ advertiserId, month })
      .onConflict((conflict) => conflict.column('advertiserId').doUpdateSet({ month }))
      .execute()
    if (claim.lines.length === 0) return undefined
    const { name } = await getAdvertiser(tx.db, { advertiserId })
    const number = await writeInvoice(tx, { id, advertiserId, month, claim, name })
    await mailInvoice(tx, { invoiceId: id, advertiserId })
    return number
  })
}

async function readDoneMonth(tx: Ctx, advertiserId: bigint) {
  const row = await tx.db
    .selectFrom('invoicedMonth')
    .select('month')
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirst()
  return row?.month
}

interface NewInvoice {
  id: string
  advertiserId: bigint
  month: string
  claim: Claim
  /** The advertiser, in place of a legal name that it has not entered. */
  name: string
}

async function writeInvoice(tx: Ctx, { id, advertiserId, month, claim, name }: NewInvoice): Promise<number> {
  const linesAmount = claim.lines.reduce((sum, { commission, fee }) => sum + commission + fee, 0n)
  const carriedAmount = await readLastRest(tx.db, { advertiserId })
  const { amount, rest } = divideInvoice({ lines: linesAmount, carried: carriedAmount })
  const { legalName, street, postalCode, city, countryCode, vatNumber } = await getCompany(tx.db, { advertiserId })
  const { lastNumber: number } = await tx.db
    .updateTable('invoiceCounter')
    .set((row) => ({ lastNumber: row('lastNumber', '+', 1) }))
    .returning('lastNumber')
    .executeTakeFirstOrThrow()
  const amounts = { linesAmount, carriedAmount, amount, restAmount: rest, paidAtAmount: claim.dues - rest }
  const reader = { legalName: legalName || name, street, postalCode, city, countryCode, vatNumber }
  await tx.db
    .insertInto('invoice')
    .values({ id, number, advertiserId, month, issuedAt: tx.now, dueOn: getDueDay(tx.now), ...amounts, ...reader })
    .execute()
  await tx.db
    .insertInto('invoiceLine')
    .values(claim.lines.map((line, index) => ({ ...line, invoiceId: id, lineNo: index + 1 })))
    .execute()
  const details = { number, month, amount }
  await audit(tx, { action: 'invoice.issue', target: `advertiser:${advertiserId}`, details })
  return number
}

interface MailParts {
  invoiceId: string
  advertiserId: bigint
}

/** Mails an invoice to all who see it, whatever they chose about notices, because its day depends on it. */
async function mailInvoice(tx: Ctx, { invoiceId, advertiserId }: MailParts) {
  const { invoice } = await getInvoice(tx.db, { invoiceId, today: toDay(tx.now) })
  const instructions = await findPaymentInstructions(tx.db)
  const amounts = { amount: formatAmount(invoice.amount, 2), open: formatAmount(invoice.openAmount, 2) }
  await tellTeam(tx, {
    advertiserId,
    kind: 'invoices',
    path: '/brand/billing',
    write: ({ locale, advertiser }) => {
      return invoiceIssuedEmail({ branding: tx.branding, locale, advertiser }, { ...invoice, ...amounts, instructions })
    },
  })
}

/**
 * Lists the advertisers that pay later, or once did, and whose month is not invoiced, in the order in which they get
 * numbers.
 */
async function listUninvoicedAdvertisers(db: Db, { month, until }: InvoiceMonth): Promise<bigint[]> {
  const { rows } = await sql<{ advertiserId: bigint }>`
    SELECT DISTINCT advertiser_id FROM billing_period AS period
    WHERE owed_from < ${until} AND NOT EXISTS (
      SELECT FROM invoiced_month AS done WHERE done.advertiser_id = period.advertiser_id AND done.month >= ${month}
    ) ORDER BY advertiser_id`.execute(db)
  return rows.map(({ advertiserId }) => advertiserId)
}
