import type { Letter, EmailBranding, LetterContent } from '#platform/server/mail/email-layout.ts'
import { composeLetter } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'

/** What every letter of this domain needs. */
export interface LetterParts {
  head: EmailBranding
  locale: Locale
  displayName: string
}

/** The link that somebody asked for who has forgotten the password. */
export function resetLetter(parts: LetterParts, url: string): Letter {
  const t = textsOf(parts)
  return write(parts, {
    subject: t('mail.reset.subject', { brand: parts.head.brandName }),
    paragraphs: [t('mail.reset.text', { name: parts.displayName }), t('mail.reset.ignore')],
    action: { label: t('mail.reset.action'), url },
  })
}

/** The link for an account's first password. */
export function firstPasswordLetter(parts: LetterParts, url: string): Letter {
  const t = textsOf(parts)
  const brand = parts.head.brandName
  return write(parts, {
    subject: t('mail.first.subject', { brand }),
    paragraphs: [t('mail.first.text', { name: parts.displayName, brand }), t('mail.first.ignore')],
    action: { label: t('mail.first.action'), url },
  })
}

/** Says that the password was changed and what to do when it was somebody else. */
export function passwordChangedLetter(parts: LetterParts): Letter {
  const t = textsOf(parts)
  const { brandName, publicUrl, supportEmail } = parts.head
  return write(parts, {
    subject: t('mail.changed.subject', { brand: brandName }),
    paragraphs: [t('mail.changed.text', { name: parts.displayName }), t('mail.changed.warning', { supportEmail })],
    action: { label: t('mail.changed.action'), url: `${publicUrl}/forget-password` },
  })
}

/** Says that the account may log in now. */
export function approvedLetter(parts: LetterParts, url: string): Letter {
  const t = textsOf(parts)
  const brand = parts.head.brandName
  return write(parts, {
    subject: t('mail.approved.subject', { brand }),
    paragraphs: [t('mail.approved.text', { name: parts.displayName, brand })],
    action: { label: t('mail.approved.action'), url },
  })
}

/** Says that the account was not accepted. */
export function rejectedLetter(parts: LetterParts): Letter {
  const t = textsOf(parts)
  const { brandName: brand, supportEmail } = parts.head
  return write(parts, {
    subject: t('mail.rejected.subject', { brand }),
    paragraphs: [
      t('mail.rejected.text', { name: parts.displayName, brand }),
      t('mail.rejected.contact', { supportEmail }),
    ],
  })
}

function textsOf(parts: LetterParts) {
  return mailTexts(parts.locale, 'accounts')
}

function write(parts: LetterParts, content: Omit<LetterContent, 'locale' | 'footer'>): Letter {
  const { brandName: brand, supportEmail } = parts.head
  const footer = textsOf(parts)('mail.footer', { brand, supportEmail })
  return composeLetter(parts.head, { ...content, locale: parts.locale, footer })
}
