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
  const { networkName: brand, supportEmail, publicUrl } = branding
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
    footer: t('mail.footer', { brand, supportEmail }),
  })
}
