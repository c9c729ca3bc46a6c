import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'
import type { RefusalReason } from './rules.ts'

/** The sender, the language and the reader of a mail about a claim. */
export interface EmailParts {
  branding: EmailBranding
  locale: Locale
  name: string
}

/** What an advertiser is mailed: a claim waits for it, or evidence came. */
export type AdvertiserMailKind = 'waits' | 'evidenced'

/** What a publisher is mailed. */
export type PublisherMailKind = 'accepted' | 'credited' | 'accepted_by_clock' | 'refused' | 'asked' | 'answered'

interface ClaimNews<Kind> {
  kind: Kind
  claimId: string
  order: string
  /** The name of the other side. */
  other: string
  /** The end of the time that the mail names. */
  until?: Date | undefined
}

/** Tells an advertiser about a claim for an order at its shop. */
export function claimForAdvertiserEmail(parts: EmailParts, news: ClaimNews<AdvertiserMailKind>): EmailMessage {
  const t = mailTexts(parts.locale, 'claims')
  const { kind, order, other: publisher, claimId, until } = news
  return write(parts, {
    subject: t(`mail.${kind}.subject`, { order }),
    paragraphs: [t(`mail.${kind}.text`, { name: parts.name, publisher, order, until: sayMinute(until) })],
    path: `/brand/claims/${claimId}`,
  })
}

/** Tells a publisher what was decided about its claim, or what its advertiser asks for. */
export function claimForPublisherEmail(
  parts: EmailParts,
  news: ClaimNews<PublisherMailKind> & { note: string; reason?: RefusalReason | undefined },
): EmailMessage {
  const t = mailTexts(parts.locale, 'claims')
  const { kind, order, other: advertiser, note, reason, claimId, until } = news
  return write(parts, {
    subject: t(`mail.${kind}.subject`, { order }),
    paragraphs: [
      t(`mail.${kind}.text`, { name: parts.name, advertiser, order, until: sayMinute(until) }),
      ...(reason === undefined ? [] : [t(`reason.${reason}`)]),
      ...(note === '' ? [] : [t('mail.note', { note })]),
    ],
    path: `/claims/${claimId}`,
  })
}

/** Writes a time to the minute; the text beside it names UTC. */
function sayMinute(instant: Date | undefined): string {
  return instant?.toISOString().slice(0, 16).replace('T', ' ') ?? ''
}

function write(
  { branding, locale }: EmailParts,
  { subject, paragraphs, path }: { subject: string; paragraphs: string[]; path: string },
): EmailMessage {
  const t = mailTexts(locale, 'claims')
  const { networkName, supportEmail, publicUrl } = branding
  return composeEmail(branding, {
    locale,
    subject,
    paragraphs,
    action: { label: t('mail.action'), url: `${publicUrl}${path}` },
    footer: t('mail.footer', { networkName, supportEmail }),
  })
}
