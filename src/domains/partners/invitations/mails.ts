import { rateText } from '#domains/programmes/rates/rules/rate.ts'
import type { Day } from '#kernel/days.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'
import { compareOffer } from './rules/invitation.ts'
import type { Offer } from './rules/invitation.ts'

interface EmailParts {
  branding: EmailBranding
  locale: Locale
  /** The name of the reader. */
  name: string
}

interface Invited {
  invitationId: bigint
  offers: readonly Offer[]
  /** What the publisher would get without the offers. */
  ordinary: readonly Offer[]
  message: string
  lastDay: Day
}

/** Invites a publisher: what it is offered beside the ordinary rates, and until when. */
export function invitedEmail(parts: EmailParts & { advertiser: string }, invited: Invited): EmailMessage {
  const t = mailTexts(parts.locale, 'invitations')
  const { name, advertiser } = parts
  const { invitationId, offers, message, lastDay: day } = invited
  return write(parts, {
    reader: 'publisher',
    subject: t('mail.invited.subject', { advertiser }),
    paragraphs: [
      t('mail.invited.text', { name, advertiser }),
      ...offers.map((offer) => sayOffer(t, offer, invited.ordinary)),
      ...(offers.length > 0 ? [] : [sayOrdinary(t, invited.ordinary)]),
      ...(message === '' ? [] : [t('mail.message', { message })]),
      t('mail.invited.until', { day }),
    ],
    label: t('mail.invited.action'),
    path: `/invitations/${invitationId}`,
  })
}

type MailTexts = ReturnType<typeof mailTexts<'invitations'>>

function sayOffer(t: MailTexts, { event, rate }: Offer, ordinary: readonly Offer[]): string {
  const present = ordinary.find((each) => each.event === event)
  const rates = {
    event,
    offer: rateText(rate, BASE_CURRENCY),
    ordinary: present ? rateText(present.rate, BASE_CURRENCY) : t('none'),
  }
  return t(compareOffer(rate, present?.rate) === 'lower' ? 'mail.invited.lower' : 'mail.invited.offer', rates)
}

function sayOrdinary(t: MailTexts, ordinary: readonly Offer[]): string {
  const rates = ordinary.map(({ event, rate }) => `${event} ${rateText(rate, BASE_CURRENCY)}`).join(', ')
  return t('mail.invited.ordinary', { rates })
}

/** Tells a publisher that an invitation is withdrawn. */
export function withdrawnEmail(parts: EmailParts & { advertiser: string }): EmailMessage {
  const t = mailTexts(parts.locale, 'invitations')
  const { name, advertiser } = parts
  return write(parts, {
    reader: 'publisher',
    subject: t('mail.withdrawn.subject', { advertiser }),
    paragraphs: [t('mail.withdrawn.text', { name, advertiser })],
    label: t('mail.withdrawn.action'),
    path: '/advertisers',
  })
}

interface AnsweredInvitation {
  publisher: string
  answer: 'accepted' | 'declined'
  /** Empty when none was given. */
  reason: string
  path: string
}

/** Tells an advertiser how a publisher answered its invitation. */
export function answeredInvitationEmail(parts: EmailParts & { program: string }, news: AnsweredInvitation) {
  const t = mailTexts(parts.locale, 'invitations')
  const { name, program } = parts
  const { publisher, answer, reason, path } = news
  return write(parts, {
    reader: 'brand',
    subject: t(`mail.${answer}.subject`, { publisher }),
    paragraphs: [
      t(`mail.${answer}.text`, { name, publisher, program }),
      ...(reason === '' ? [] : [t('mail.reason', { reason })]),
    ],
    label: t(`mail.${answer}.action`),
    path,
  })
}

/** Tells an advertiser how many of its invitations have expired. */
export function expiredEmail(parts: EmailParts & { program: string }, { count }: { count: number }): EmailMessage {
  const t = mailTexts(parts.locale, 'invitations')
  const { name, program } = parts
  return write(parts, {
    reader: 'brand',
    subject: t('mail.expired.subject', { count }),
    paragraphs: [t('mail.expired.text', { name, count, program })],
    label: t('mail.declined.action'),
    path: '/brand/publishers/invitations?status=expired',
  })
}

interface Content {
  reader: 'publisher' | 'brand'
  subject: string
  paragraphs: string[]
  label: string
  path: string
}

function write({ branding, locale }: EmailParts, { reader, subject, paragraphs, label, path }: Content): EmailMessage {
  const t = mailTexts(locale, 'invitations')
  const { networkName, supportEmail, publicUrl } = branding
  return composeEmail(branding, {
    locale,
    subject,
    paragraphs,
    action: { label, url: `${publicUrl}${path}` },
    footer: t(`mail.footer.${reader}`, { networkName, supportEmail }),
  })
}
