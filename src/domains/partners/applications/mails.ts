import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailMessage, EmailBranding, EmailContent } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'
import type { ApplicationKind } from './contract/options.ts'

/*
 * Mails that are sent before the review contain no name: an attacker who applies with another person's address must not
 * be able to send text of their own to that person.
 */

/** The values that every mail of this domain needs. */
export interface EmailParts {
  branding: EmailBranding
  locale: Locale
}

/** Confirms an application. The link leads to the page for choosing a password. */
export function receivedEmail(parts: EmailParts, { kind, url }: { kind: ApplicationKind; url: string }): EmailMessage {
  const t = getTexts(parts)
  const { networkName } = parts.branding
  return write(parts, {
    subject: t('mail.received.subject', { networkName }),
    paragraphs: [
      t(kind === 'advertiser' ? 'mail.received.advertiser' : 'mail.received.creator', { networkName }),
      t('mail.received.next'),
      t('mail.ignore'),
    ],
    action: { label: t('mail.received.action'), url },
  })
}

/** Tells the owner of an account that its address was used in an application. */
export function knownAddressEmail(
  parts: EmailParts,
  { state, url }: { state: 'member' | 'waiting' | 'closed'; url: string | undefined },
): EmailMessage {
  const t = getTexts(parts)
  const { networkName, supportEmail } = parts.branding
  return write(parts, {
    subject: t('mail.known.subject', { networkName }),
    paragraphs: [t(`mail.known.${state}`, { networkName, supportEmail }), t('mail.known.ignore')],
    ...(url === undefined ? {} : { action: { label: t('mail.known.action'), url } }),
  })
}

/** Sends the link that continues a sign-up in any browser. */
export function resumeEmail(parts: EmailParts, url: string): EmailMessage {
  const t = getTexts(parts)
  const { networkName } = parts.branding
  return write(parts, {
    subject: t('mail.resume.subject', { networkName }),
    paragraphs: [t('mail.resume.text', { networkName }), t('mail.resume.next'), t('mail.ignore')],
    action: { label: t('mail.resume.action'), url },
  })
}

/** Confirms a finished sign-up. With `url`, the mail asks to confirm the address by that link. */
export function finishedEmail(parts: EmailParts, url: string | undefined): EmailMessage {
  const t = getTexts(parts)
  const { networkName } = parts.branding
  return write(parts, {
    subject: t('mail.finished.subject', { networkName }),
    paragraphs: [
      t(url === undefined ? 'mail.finished.confirmed' : 'mail.finished.text', { networkName }),
      t('mail.finished.next'),
      t('mail.ignore'),
    ],
    ...(url === undefined ? {} : { action: { label: t('mail.finished.action'), url } }),
  })
}

/** Says that an application was approved, with a link to log in or to choose a password. */
export function approvedEmail(
  parts: EmailParts,
  approval: { name: string; kind: ApplicationKind; hasPassword: boolean; url: string },
): EmailMessage {
  const t = getTexts(parts)
  const { networkName, supportEmail } = parts.branding
  const { name, kind, hasPassword, url } = approval
  return write(parts, {
    subject: t('mail.approved.subject', { networkName }),
    paragraphs: [
      t('mail.approved.text', { name, networkName }),
      t(kind === 'advertiser' ? 'mail.approved.advertiser' : 'mail.approved.publisher'),
      ...(hasPassword ? [] : [t('mail.approved.noPassword')]),
      t('mail.approved.help', { supportEmail }),
    ],
    action: { label: t(hasPassword ? 'mail.approved.logIn' : 'mail.approved.choose'), url },
  })
}

/** Tells an operator that applications wait for a decision. */
export function waitingEmail(parts: EmailParts, count: number): EmailMessage {
  const t = getTexts(parts)
  const { networkName, publicUrl } = parts.branding
  return write(parts, {
    subject: t('mail.waiting.subject', { networkName }),
    paragraphs: [t('mail.waiting.text', { count }), t('mail.waiting.settings')],
    action: { label: t('mail.waiting.action'), url: `${publicUrl}/operator/applications` },
  })
}

/** Says that an application was rejected, and why. */
export function rejectedEmail(parts: EmailParts, { name, reason }: { name: string; reason: string }): EmailMessage {
  const t = getTexts(parts)
  const { networkName, supportEmail } = parts.branding
  return write(parts, {
    subject: t('mail.rejected.subject', { networkName }),
    paragraphs: [
      t('mail.rejected.text', { name, networkName }),
      t('mail.rejected.reason', { reason }),
      t('mail.rejected.contact', { supportEmail }),
    ],
  })
}

function getTexts(parts: EmailParts) {
  return mailTexts(parts.locale, 'applications')
}

function write(parts: EmailParts, content: Omit<EmailContent, 'locale' | 'footer'>): EmailMessage {
  const { networkName, supportEmail } = parts.branding
  const footer = getTexts(parts)('mail.footer', { networkName, supportEmail })
  return composeEmail(parts.branding, { ...content, locale: parts.locale, footer })
}
