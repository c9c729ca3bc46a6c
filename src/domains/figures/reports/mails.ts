import { getDefinition } from '#kernel/measures.ts'
import type { Measure } from '#kernel/measures.ts'
import { writeMoney } from '#platform/server/mail/amounts.ts'
import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'
import { USUAL_DAYS } from './rules/orders-per-click.ts'
import type { TrackingAlert } from './rules/orders-per-click.ts'

interface EmailParts {
  branding: EmailBranding
  locale: Locale
  name: string
}

/** Tells a brand that its orders per click have left their band, or that it has no clicks, with both figures. */
export function ordersPerClickEmail(
  { branding, locale, name }: EmailParts,
  { state, judged, usual }: Pick<TrackingAlert, 'state' | 'judged' | 'usual'>,
): EmailMessage {
  const t = mailTexts(locale, 'tracking-health')
  const { networkName, supportEmail, publicUrl } = branding
  const figures = {
    name,
    orders: judged.orders,
    clicks: judged.clicks,
    usualOrders: usual.orders,
    usualClicks: usual.clicks,
    days: USUAL_DAYS,
  }
  return composeEmail(branding, {
    locale,
    subject: t(`mail.${state}.subject`, { name }),
    paragraphs: [t(`mail.${state}.text`, figures), t(`mail.${state}.todo`)],
    action: { label: t('mail.action'), url: `${publicUrl}/brand/tracking` },
    footer: t('mail.footer', { networkName, supportEmail }),
  })
}

/** Writes the value of a measure in a mail as the screen does. */
export function writeMeasure(measure: Measure, value: number | string | null, locale: Locale): string {
  if (value === null) return '–'
  const { kind } = getDefinition(measure)
  if (kind === 'money') return writeMoney(String(value), locale)
  const digits = { count: 0, share: 1, ratio: 2 }[kind]
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${format.format(value as `${number}`)}${kind === 'share' ? '%' : ''}`
}
