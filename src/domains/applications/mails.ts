import { composeLetter } from '#platform/server/mail/email-layout.ts'
import type { Letter, EmailBranding, LetterContent } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'
import type { ApplicationKind } from './contract/options.ts'

/*
 * What goes out before an operator has looked names nobody: whoever applies with somebody else's address must not be
 * able to put words of his own into that person's mailbox.
 */

/** What every letter of this domain needs. */
export interface LetterParts {
  head: EmailBranding
  locale: Locale
}

/** Confirms an application; the link leads to the page on which the password is chosen. */
export function receivedLetter(parts: LetterParts, { kind, url }: { kind: ApplicationKind; url: string }): Letter {
  const t = textsOf(parts)
  const brand = parts.head.brandName
  return write(parts, {
    subject: t('mail.received.subject', { brand }),
    paragraphs: [
      t(kind === 'advertiser' ? 'mail.received.advertiser' : 'mail.received.creator', { brand }),
      t('mail.received.next'),
      t('mail.ignore'),
    ],
    action: { label: t('mail.received.action'), url },
  })
}

/** Tells the owner of an account that its address was used to apply. */
export function knownAddressLetter(
  parts: LetterParts,
  { state, url }: { state: 'member' | 'waiting' | 'closed'; url: string | undefined },
): Letter {
  const t = textsOf(parts)
  const { brandName: brand, supportEmail } = parts.head
  return write(parts, {
    subject: t('mail.known.subject', { brand }),
    paragraphs: [t(`mail.known.${state}`, { brand, supportEmail }), t('mail.known.ignore')],
    ...(url === undefined ? {} : { action: { label: t('mail.known.action'), url } }),
  })
}

/** The link with which a sign-up is taken up again, in any browser. */
export function resumeLetter(parts: LetterParts, url: string): Letter {
  const t = textsOf(parts)
  const brand = parts.head.brandName
  return write(parts, {
    subject: t('mail.resume.subject', { brand }),
    paragraphs: [t('mail.resume.text', { brand }), t('mail.resume.next'), t('mail.ignore')],
    action: { label: t('mail.resume.action'), url },
  })
}

/** Confirms a finished sign-up; the link, if the address is not confirmed yet, does that. */
export function finishedLetter(parts: LetterParts, url: string | undefined): Letter {
  const t = textsOf(parts)
  const brand = parts.head.brandName
  return write(parts, {
    subject: t('mail.finished.subject', { brand }),
    paragraphs: [
      t(url === undefined ? 'mail.finished.confirmed' : 'mail.finished.text', { brand }),
      t('mail.finished.next'),
      t('mail.ignore'),
    ],
    ...(url === undefined ? {} : { action: { label: t('mail.finished.action'), url } }),
  })
}

/** Says that an application was approved, and the way in. */
export function approvedLetter(
  parts: LetterParts,
  approval: { name: string; kind: ApplicationKind; hasPassword: boolean; url: string },
): Letter {
  const t = textsOf(parts)
  const brand = parts.head.brandName
  const { name, kind, hasPassword, url } = approval
  return write(parts, {
    subject: t('mail.approved.subject', { brand }),
    paragraphs: [
      t(kind === 'advertiser' ? 'mail.approved.advertiser' : 'mail.approved.publisher', { name, brand }),
      ...(hasPassword ? [] : [t('mail.approved.noPassword')]),
    ],
    action: { label: t(hasPassword ? 'mail.approved.logIn' : 'mail.approved.choose'), url },
  })
}

/** Says that an application was not accepted, and why. */
export function rejectedLetter(parts: LetterParts, { name, reason }: { name: string; reason: string }): Letter {
  const t = textsOf(parts)
  const { brandName: brand, supportEmail } = parts.head
  return write(parts, {
    subject: t('mail.rejected.subject', { brand }),
    paragraphs: [
      t('mail.rejected.text', { name, brand }),
      t('mail.rejected.reason', { reason }),
      t('mail.rejected.contact', { supportEmail }),
    ],
  })
}

function textsOf(parts: LetterParts) {
  return mailTexts(parts.locale, 'applications')
}

function write(parts: LetterParts, content: Omit<LetterContent, 'locale' | 'footer'>): Letter {
  const { brandName: brand, supportEmail } = parts.head
  const footer = textsOf(parts)('mail.footer', { brand, supportEmail })
  return composeLetter(parts.head, { ...content, locale: parts.locale, footer })
}
