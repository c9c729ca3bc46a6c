import { listPaymentLines } from '#domains/money/funding/mails.ts'
import type { PaymentInstructions } from '#domains/money/funding/queries/payment-instructions.ts'
import type { NetworkIdentity } from '#platform/server/config.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { PdfContent, PdfTable } from '#platform/server/pdf/content.ts'
import { getFormats, getMonthName, listSender } from '#platform/server/pdf/document-parts.ts'
import { toDay } from '#kernel/days.ts'
import { getCountryName } from '#kernel/lists/countries.ts'
import type { Locale } from '#texts/texts.ts'
import type { InvoiceRow } from '../queries/invoices.ts'
import { formatInvoiceNumber } from '#kernel/invoice-number.ts'
import type { InvoiceLineTable } from '../tables.ts'

/** An invoice with its lines. */
export interface PrintedInvoice {
  invoice: InvoiceRow
  lines: readonly InvoiceLineTable[]
}

interface InvoiceParts {
  network: NetworkIdentity
  locale: Locale
  /** How the network is paid, as far as its operator has said so. */
  instructions: PaymentInstructions | undefined
}

/** Composes the document of an invoice: letterhead, legal data of both, figures and lines by programme. */
export function composeInvoice(
  { invoice, lines }: PrintedInvoice,
  { network, locale, instructions }: InvoiceParts,
): PdfContent {
  const t = mailTexts(locale, 'invoices')
  const { day, money } = getFormats(locale)
  const number = formatInvoiceNumber(invoice.number)
  const title = t(invoice.amount < 0n ? 'pdf.credit' : 'pdf.title', { number })
  const carried = invoice.carriedAmount
  const isToPay = invoice.amount > 0n
  const due = day(invoice.dueOn)
  return {
    locale,
    title,
    sender: listSender(network),
    recipient: listRecipient(invoice, locale),
    facts: [
      [t('pdf.issued'), day(toDay(invoice.issuedAt))],
      [t('pdf.month'), getMonthName(invoice.month, locale)],
      ...(isToPay ? [[t('pdf.due'), due] as const, [t('pdf.reference'), number] as const] : []),
      ...(invoice.vatNumber === '' ? [] : [[t('pdf.vat'), invoice.vatNumber] as const]),
      [t('pdf.lines'), money(invoice.linesAmount, 4)],
      ...(carried === 0n ? [] : [[t('pdf.carried'), money(carried, 4)] as const]),
      ...(invoice.restAmount === 0n ? [] : [[t('pdf.rest'), money(-invoice.restAmount, 4)] as const]),
      [t('pdf.amount'), money(invoice.amount, 2), true],
    ],
    tables: [listLines(lines, invoice, locale)],
    remarks: [
      ...(isToPay
        ? [
            t('pdf.pay', { number, due }),
            ...listPaymentLines(locale, { instructions, reference: number }).flatMap((text) => text.split('\n')),
          ]
        : [t('pdf.nothingToPay')]),
      t('pdf.corrections'),
    ],
    footer: `${network.name} · ${title}`,
    createdAt: invoice.issuedAt,
  }
}

function listLines(lines: readonly InvoiceLineTable[], invoice: InvoiceRow, locale: Locale): PdfTable {
  const t = mailTexts(locale, 'invoices')
  const { money } = getFormats(locale)
  return {
    title: t('pdf.lines'),
    columns: [
      { header: t('pdf.program'), share: 34 },
      { header: t('pdf.kind'), share: 30 },
      { header: t('pdf.orders'), share: 12, align: 'end' },
      { header: t('pdf.commission'), share: 20, align: 'end' },
      { header: t('pdf.fee'), share: 20, align: 'end' },
      { header: t('pdf.sum'), share: 20, align: 'end' },
    ],
    rows: lines.map(({ programTitle, kind, orderCount, commission, fee }) => [
      programTitle,
      t(`kind.${kind}`),
      `${orderCount}`,
      money(commission, 4),
      money(fee, 4),
      money(commission + fee, 4),
    ]),
    totals: [t('pdf.lines'), '', '', '', '', money(invoice.linesAmount, 4)],
  }
}

function listRecipient(invoice: InvoiceRow, locale: Locale): string[] {
  const { legalName, street, postalCode, city, countryCode } = invoice
  const place = `${postalCode} ${city}`.trim()
  const country = countryCode === '' ? '' : getCountryName(countryCode, locale)
  return [legalName, street, place, country].filter((line) => line !== '')
}
