import type { NetworkIdentity } from '#platform/server/config.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import { MAX_PDF_ROWS } from '#platform/server/pdf/content.ts'
import type { PdfContent, PdfTable } from '#platform/server/pdf/content.ts'
import { getFormats, getMonthName, listSender } from '#platform/server/pdf/document-parts.ts'
import { toDay } from '#kernel/days.ts'
import { getCountryName } from '#kernel/lists/countries.ts'
import type { Amount } from '#kernel/money.ts'
import type { Locale } from '#texts/texts.ts'
import type { PayoutRow, StatementLineRow } from '../queries/statements.ts'
import { getInvoiceState } from '../rules/invoice.ts'
import type { StatementTable } from '../tables.ts'

/** The most lines that a printed statement has; the CSV file has all. */
export const MAX_PRINTED_LINES = MAX_PDF_ROWS

/** A statement with its first lines. */
export interface PrintedStatement {
  payout: PayoutRow
  statement: StatementTable
  lines: readonly StatementLineRow[]
}

/** Composes the document of a statement: letterhead, legal data of both, figures and lines. */
export function composeStatement(
  { payout, statement, lines }: PrintedStatement,
  { network, locale }: { network: NetworkIdentity; locale: Locale },
): PdfContent {
  const t = mailTexts(locale, 'statements')
  const { day, money } = getFormats(locale)
  const state = getInvoiceState({ status: payout.status, ...statement, network })
  const title = t(state === 'invoice' ? 'pdf.invoiceTitle' : 'pdf.title', { number: statement.number })
  // The lines of a payment that came back are released; a later statement contains them.
  const isReturned = payout.status === 'returned'
  const isCut = payout.lineCount > lines.length
  return {
    locale,
    title,
    sender: listSender(network),
    recipient: listRecipient(statement, locale),
    facts: [
      [t('pdf.issued'), day(toDay(statement.issuedAt))],
      [t('pdf.month'), getMonthName(payout.month, locale)],
      [t('pdf.paidOn'), payout.settledOn === null ? '–' : day(payout.settledOn)],
      [t('pdf.paidTo'), `${t(`method.${payout.method}`)} ${payout.destinationHint}`],
      [t('pdf.reference'), payout.reference ?? '–'],
      ...listVatIds(statement, { network, locale }),
      [t('column.lines'), money(payout.linesAmount, 4)],
      [t('carried'), money(payout.carriedAmount, 4)],
      ...(payout.feeAmount === 0n ? [] : [[t('closingFee'), money(-payout.feeAmount, 4)] as const]),
      [t('rest'), money(-payout.restAmount, 4)],
      [t('amount'), money(payout.amount, 2), true],
    ],
    tables: isReturned ? [] : [listLines(lines, { locale, total: isCut ? null : payout.linesAmount })],
    remarks: [
      ...(isCut && !isReturned ? [t('pdf.cut', { count: lines.length, all: payout.lineCount })] : []),
      ...(isReturned && payout.returnedOn !== null ? [t('pdf.returned', { day: day(payout.returnedOn) })] : []),
      t(`pdf.document.${state}`, { version: statement.selfBillingVersion ?? '' }),
    ],
    footer: `${network.name} · ${title}`,
    createdAt: statement.issuedAt,
  }
}

function listVatIds(
  statement: StatementTable,
  { network, locale }: { network: NetworkIdentity; locale: Locale },
): [name: string, id: string][] {
  const t = mailTexts(locale, 'statements')
  const ids: [name: string, id: string][] = [
    [t('pdf.vatId'), statement.vatId],
    [t('pdf.networkVatId'), network.vatId],
  ]
  return ids.filter(([, id]) => id !== '')
}

function listLines(
  lines: readonly StatementLineRow[],
  { locale, total }: { locale: Locale; total: Amount | null },
): PdfTable {
  const t = mailTexts(locale, 'statements')
  const { day, money } = getFormats(locale)
  return {
    title: t('lines'),
    columns: [
      { header: t('column.payableAt'), share: 18 },
      { header: t('column.order'), share: 28 },
      { header: t('column.advertiser'), share: 26 },
      { header: t('column.click'), share: 18 },
      { header: t('column.terms'), share: 12, align: 'end' },
      { header: t('column.amount'), share: 18, align: 'end' },
    ],
    rows: lines.map((line) => [
      day(toDay(line.payableAt)),
      line.orderRef,
      line.advertiserName,
      line.attribution === 'click' ? day(toDay(line.clickedAt)) : t(line.attribution),
      `${line.termsVersion}`,
      money(line.amount, 4),
    ]),
    ...(total === null ? {} : { totals: [t('sum'), '', '', '', '', money(total, 4)] }),
  }
}

function listRecipient({ legalName, address, zipCode, country }: StatementTable, locale: Locale): string[] {
  const place = [zipCode, country === '' ? '' : getCountryName(country, locale)].filter((part) => part !== '')
  return [legalName, ...address.split('\n'), place.join(' ')].filter((line) => line.trim() !== '')
}
