import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'
import type { OpeningDecision } from './rules.ts'

/** Where and about which programme a mail is written. */
interface EmailParts {
  branding: EmailBranding
  locale: Locale
  program: string
}

/** Tells an operator that a programme waits for its review. */
export function waitingEmail({ branding, locale, program }: EmailParts): EmailMessage {
  const t = mailTexts(locale, 'setup')
  const { networkName, supportEmail, publicUrl } = branding
  return composeEmail(branding, {
    locale,
    subject: t('mail.waiting.subject', { program }),
    paragraphs: [t('mail.waiting.text', { program }), t('mail.waiting.settings')],
    action: { label: t('mail.waiting.action'), url: `${publicUrl}/operator/openings` },
    footer: t('mail.waiting.footer', { networkName, supportEmail }),
  })
}

/** Tells a brand what was decided about its programme, and what it has to change. */
export function decidedEmail(
  parts: EmailParts & { advertiser: string; decision: OpeningDecision; reason: string },
): EmailMessage {
  const { branding, locale, program, advertiser, decision, reason } = parts
  const t = mailTexts(locale, 'setup')
  const { networkName, supportEmail, publicUrl } = branding
  return composeEmail(branding, {
    locale,
    subject: t(`mail.${decision}.subject`, { program }),
    paragraphs: [
      t(`mail.${decision}.text`, { advertiser, program }),
      ...(reason === '' ? [] : [t('mail.reason', { reason })]),
    ],
    action: { label: t('mail.action'), url: `${publicUrl}/brand` },
    footer: t('mail.footer', { networkName, supportEmail }),
  })
}
