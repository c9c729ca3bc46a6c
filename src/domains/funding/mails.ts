import { formatAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import { toDay } from '#kernel/days.ts'
import type { Locale } from '#texts/texts.ts'

/** To whom a mail about funds is written. */
interface EmailParts {
  branding: EmailBranding
  locale: Locale
  advertiser: string
}

/** Tells an advertiser that 80 % of its funds and credit are used. */
export function fundsLowEmail({ branding, locale, advertiser }: EmailParts): EmailMessage {
  const t = mailTexts(locale, 'funding')
  return composeEmail(branding, {
    locale,
    subject: t('mail.low.subject', { advertiser }),
    paragraphs: [t('mail.low.text', { advertiser }), t('mail.low.next'), t('mail.links')],
    action: { label: t('mail.action'), url: `${branding.publicUrl}/brand/billing` },
    footer: getFooter(t, branding),
  })
}

/** Tells an advertiser that its funds and credit are used up, and what happens on which day (UTC). */
export function fundsUsedUpEmail(
  parts: EmailParts & { owed: Amount; noJoinsFrom: Date; closedFrom: Date },
): EmailMessage {
  const { branding, locale, advertiser, owed, noJoinsFrom, closedFrom } = parts
  const t = mailTexts(locale, 'funding')
  return composeEmail(branding, {
    locale,
    subject: t('mail.used_up.subject', { advertiser }),
    paragraphs: [
      t('mail.used_up.text', { advertiser, owed: formatAmount(owed, 2) }),
      t('mail.used_up.dates', { noJoins: toDay(noJoinsFrom), closed: toDay(closedFrom) }),
      t('mail.links'),
    ],
    action: { label: t('mail.action'), url: `${branding.publicUrl}/brand/billing` },
    footer: getFooter(t, branding),
  })
}

function getFooter(t: ReturnType<typeof mailTexts<'funding'>>, branding: EmailBranding): string {
  return t('mail.footer', { brand: branding.networkName, supportEmail: branding.supportEmail })
}
