import type { EmailMessage, EmailBranding, EmailContent } from '#platform/server/mail/email-layout.ts'
import { composeEmail } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'

/** The values that every mail of this domain needs. */
export interface EmailParts {
  branding: EmailBranding
  locale: Locale
  displayName: string
}

/** The reset link, as the owner requested it. */
export function resetEmail(parts: EmailParts, url: string): EmailMessage {
  const t = getTexts(parts)
  return write(parts, {
    subject: t('mail.reset.subject', { networkName: parts.branding.networkName }),
    paragraphs: [t('mail.reset.text', { name: parts.displayName }), t('mail.reset.ignore')],
    action: { label: t('mail.reset.action'), url },
  })
}

/** The link for an account's first password. */
export function firstPasswordEmail(parts: EmailParts, url: string): EmailMessage {
  const t = getTexts(parts)
  const { networkName } = parts.branding
  return write(parts, {
    subject: t('mail.first.subject', { networkName }),
    paragraphs: [t('mail.first.text', { name: parts.displayName, networkName }), t('mail.first.ignore')],
    action: { label: t('mail.first.action'), url },
  })
}

/** Says that the first password was chosen or the password was changed, and what to do if the owner did not do it. */
export function passwordSavedEmail(parts: EmailParts, change: 'chosen' | 'changed'): EmailMessage {
  const t = getTexts(parts)
  const { networkName, publicUrl, supportEmail } = parts.branding
  return write(parts, {
    subject: t(`mail.${change}.subject`, { networkName }),
    paragraphs: [
      t(`mail.${change}.text`, { name: parts.displayName, networkName }),
      t('mail.changed.warning', { supportEmail }),
    ],
    action: { label: t('mail.changed.action'), url: `${publicUrl}/forget-password` },
  })
}

/** Says that two-step sign-in was switched on or off, and what to do if the owner did not do it. */
export function twoStepEmail(parts: EmailParts, state: 'on' | 'off'): EmailMessage {
  const t = mailTexts(parts.locale, 'security')
  const { networkName, publicUrl, supportEmail } = parts.branding
  return write(parts, {
    subject: t(`mail.${state}.subject`, { networkName }),
    paragraphs: [t(`mail.${state}.text`, { name: parts.displayName }), t('mail.warning', { supportEmail })],
    action: { label: t('mail.action'), url: `${publicUrl}/account` },
  })
}

/** Says that the owner may now log in. */
export function approvedEmail(parts: EmailParts, url: string): EmailMessage {
  const t = getTexts(parts)
  const { networkName } = parts.branding
  return write(parts, {
    subject: t('mail.approved.subject', { networkName }),
    paragraphs: [t('mail.approved.text', { name: parts.displayName, networkName })],
    action: { label: t('mail.approved.action'), url },
  })
}

/** Says that the account was not accepted. */
export function rejectedEmail(parts: EmailParts): EmailMessage {
  const t = getTexts(parts)
  const { networkName, supportEmail } = parts.branding
  return write(parts, {
    subject: t('mail.rejected.subject', { networkName }),
    paragraphs: [
      t('mail.rejected.text', { name: parts.displayName, networkName }),
      t('mail.rejected.contact', { supportEmail }),
    ],
  })
}

function getTexts(parts: EmailParts) {
  return mailTexts(parts.locale, 'accounts')
}

function write(parts: EmailParts, content: Omit<EmailContent, 'locale' | 'footer'>): EmailMessage {
  const { networkName, supportEmail } = parts.branding
  const footer = getTexts(parts)('mail.footer', { networkName, supportEmail })
  return composeEmail(parts.branding, { ...content, locale: parts.locale, footer })
}
