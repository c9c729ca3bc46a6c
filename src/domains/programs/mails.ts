import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailMessage, EmailBranding } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'
import type { MembershipDecision } from './rules.ts'

/** The content of the mail about a decision. */
export interface DecisionMail {
  branding: EmailBranding
  locale: Locale
  publisher: string
  program: string
  decision: MembershipDecision
  /** Empty for an approval. */
  reason: string
}

/** Tells a publisher the decision on its membership in a programme, and the reason. */
export function decisionEmail({ branding, locale, publisher, program, decision, reason }: DecisionMail): EmailMessage {
  const t = mailTexts(locale, 'programs')
  const { networkName: brand, supportEmail, publicUrl } = branding
  return composeEmail(branding, {
    locale,
    subject: t(`mail.${decision}.subject`, { program, brand }),
    paragraphs: [
      t(`mail.${decision}.text`, { name: publisher, program }),
      ...(reason === '' ? [] : [t('mail.reason', { reason })]),
    ],
    action: { label: t('mail.action'), url: `${publicUrl}/advertisers` },
    footer: t('mail.footer', { brand, supportEmail }),
  })
}

/** Tells an advertiser that a publisher is now a partner of its programme. */
export function partnerEmail(
  parts: Pick<DecisionMail, 'branding' | 'locale' | 'program' | 'publisher'> & { advertiser: string },
): EmailMessage {
  const { branding, locale, advertiser, program, publisher } = parts
  const t = mailTexts(locale, 'programs')
  const { networkName: brand, supportEmail, publicUrl } = branding
  return composeEmail(branding, {
    locale,
    subject: t('mail.partner.subject', { program, brand }),
    paragraphs: [t('mail.partner.text', { advertiser, publisher, program }), t('mail.partner.settings')],
    action: { label: t('mail.partner.action'), url: `${publicUrl}/brand` },
    footer: t('mail.partner.footer', { brand, supportEmail }),
  })
}
