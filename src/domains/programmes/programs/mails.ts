import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailMessage, EmailBranding } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'
import { ANSWER_DAYS, JOIN_REQUEST_HOURS } from './rules.ts'
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
  const { networkName, supportEmail, publicUrl } = branding
  return composeEmail(branding, {
    locale,
    subject: t(`mail.${decision}.subject`, { program, networkName }),
    paragraphs: [
      t(`mail.${decision}.text`, { name: publisher, program }),
      ...(reason === '' ? [] : [t('mail.reason', { reason })]),
    ],
    action: { label: t('mail.action'), url: `${publicUrl}/advertisers` },
    footer: t('mail.footer', { networkName, supportEmail }),
  })
}

/** Tells an advertiser that a publisher is now a partner of its programme. */
export function partnerEmail(
  parts: Pick<DecisionMail, 'branding' | 'locale' | 'program' | 'publisher'> & { advertiser: string },
): EmailMessage {
  const { branding, locale, advertiser, program, publisher } = parts
  const t = mailTexts(locale, 'programs')
  const { networkName, supportEmail, publicUrl } = branding
  return composeEmail(branding, {
    locale,
    subject: t('mail.partner.subject', { program, networkName }),
    paragraphs: [t('mail.partner.text', { advertiser, publisher, program }), t('mail.partner.settings')],
    action: { label: t('mail.partner.action'), url: `${publicUrl}/brand` },
    footer: t('mail.partner.footer', { networkName, supportEmail }),
  })
}

interface MembershipMail {
  branding: EmailBranding
  locale: Locale
  /** The name of the reader. */
  name: string
}

/** Tells an advertiser how many publishers wait to join its programme. */
export function waitingEmail({ count, program, ...parts }: MembershipMail & { program: string; count: number }) {
  const t = mailTexts(parts.locale, 'programs')
  const { name, branding } = parts
  return composeForAdvertiser(parts, {
    subject: t('mail.waiting.subject', { count, program }),
    paragraphs: [t('mail.waiting.text', { name, count, program, hours: JOIN_REQUEST_HOURS })],
    action: { label: t('mail.waiting.action'), url: `${branding.publicUrl}/brand/publishers/requests` },
  })
}

/** Tells an advertiser that a publisher has answered its question. */
export function answeredEmail(parts: MembershipMail & { program: string; publisher: string; text: string }) {
  const t = mailTexts(parts.locale, 'programs')
  const { name, branding, publisher, program, text } = parts
  return composeForAdvertiser(parts, {
    subject: t('mail.answered.subject', { publisher }),
    paragraphs: [t('mail.answered.text', { name, publisher, program }), text],
    action: { label: t('mail.waiting.action'), url: `${branding.publicUrl}/brand/publishers/requests` },
  })
}

/** Asks a publisher about its join request. */
export function questionEmail(parts: MembershipMail & { program: string; text: string }): EmailMessage {
  const t = mailTexts(parts.locale, 'programs')
  const { branding, locale, name, program, text } = parts
  const { networkName, supportEmail, publicUrl } = branding
  return composeEmail(branding, {
    locale,
    subject: t('mail.question.subject', { program }),
    paragraphs: [t('mail.question.text', { name, program, days: ANSWER_DAYS }), text],
    action: { label: t('mail.question.action'), url: `${publicUrl}/advertisers` },
    footer: t('mail.footer', { networkName, supportEmail }),
  })
}

/** The most programmes that a mail names. */
const MAX_NAMED = 10

/** Tells an operator of join requests that are overdue. */
export function overdueEmail({
  branding,
  locale,
  count,
  programs,
}: Omit<MembershipMail, 'name'> & { count: number; programs: readonly string[] }): EmailMessage {
  const t = mailTexts(locale, 'programs')
  const { networkName, publicUrl } = branding
  const named = programs.slice(0, MAX_NAMED).join(', ')
  return composeEmail(branding, {
    locale,
    subject: t('mail.overdue.subject', { count }),
    paragraphs: [t('mail.overdue.text', { count, programs: named, more: Math.max(0, programs.length - MAX_NAMED) })],
    action: { label: t('mail.overdue.action'), url: `${publicUrl}/operator/join-requests` },
    footer: t('mail.overdue.footer', { networkName }),
  })
}

function composeForAdvertiser(
  { branding, locale }: MembershipMail,
  content: { subject: string; paragraphs: string[]; action: { label: string; url: string } },
): EmailMessage {
  const t = mailTexts(locale, 'programs')
  const { networkName, supportEmail } = branding
  return composeEmail(branding, { locale, ...content, footer: t('mail.partner.footer', { networkName, supportEmail }) })
}
