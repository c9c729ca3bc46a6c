import { listPaymentLines } from '#domains/money/funding/mails.ts'
import type { PaymentInstructions } from '#domains/money/funding/queries/payment-instructions.ts'
import type { Day } from '#kernel/days.ts'
import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'
import { formatInvoiceNumber } from '#kernel/invoice-number.ts'

/** To whom a mail about an invoice is written. */
interface EmailParts {
  branding: EmailBranding
  locale: Locale
  advertiser: string
}

/** The invoice that a mail is about, in USD with two decimals. */
interface MailedInvoice {
  number: number
  month: Day
  amount: string
  /** What of it is not paid. */
  open: string
  dueOn: Day
  /** How the network is paid, as far as its operator has said so. */
  instructions: PaymentInstructions | undefined
}

/** Tells an advertiser that an invoice was made, and what of it is to be paid until when. */
export function invoiceIssuedEmail(parts: EmailParts, invoice: MailedInvoice): EmailMessage {
  const kind = invoice.amount.startsWith('-') ? 'credit' : Number(invoice.open) === 0 ? 'paid' : 'issued'
  return composeInvoiceEmail(kind, parts, invoice)
}

/** Tells an advertiser that an invoice is overdue. */
export function invoiceOverdueEmail(parts: EmailParts, invoice: MailedInvoice): EmailMessage {
  return composeInvoiceEmail('overdue', parts, invoice)
}

function composeInvoiceEmail(
  kind: 'issued' | 'paid' | 'credit' | 'overdue',
  { branding, locale, advertiser }: EmailParts,
  invoice: MailedInvoice,
): EmailMessage {
  const t = mailTexts(locale, 'invoices')
  const number = formatInvoiceNumber(invoice.number)
  const month = invoice.month.slice(0, 7)
  const { instructions } = invoice
  const values = { advertiser, number, month, amount: invoice.amount, open: invoice.open, due: invoice.dueOn }
  return composeEmail(branding, {
    locale,
    subject: t(`mail.${kind}.subject`, values),
    paragraphs: [
      t(`mail.${kind}.text`, values),
      t(`mail.${kind}.next`, values),
      ...(kind === 'issued' || kind === 'overdue' ? listPaymentLines(locale, { instructions, reference: number }) : []),
    ],
    action: { label: t('mail.action'), url: `${branding.publicUrl}/brand/billing` },
    footer: t('mail.footer', { networkName: branding.networkName, supportEmail: branding.supportEmail }),
  })
}
