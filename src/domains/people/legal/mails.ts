import type { Day } from '#kernel/days.ts'
import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'
import { getObjectionEnd } from './rules.ts'
import type { ChangedDocument } from './rules.ts'

/** The sender, the language and the person of a mail of this domain. */
export interface EmailParts {
  branding: EmailBranding
  locale: Locale
  name: string
}

/** What a mail says of a change. */
interface MailedChange {
  id: bigint
  document: ChangedDocument
  holdsFrom: Day
  announcedAt: Date
  summaryEn: string
  summaryZh: string
}

/** Announces a change of the terms with its day, and says how to object and what that means. */
export function changeEmail({ branding, locale, name }: EmailParts, change: MailedChange): EmailMessage {
  const t = mailTexts(locale, 'legal-changes')
  const { networkName, supportEmail, publicUrl } = branding
  const document = t(`document.${change.document}`)
  const day = formatDay(new Date(change.holdsFrom), locale)
  const end = formatDay(new Date(getObjectionEnd(change.announcedAt).getTime() - 1), locale)
  return composeEmail(branding, {
    locale,
    subject: t('mail.change.subject', { networkName, document, day }),
    // The change stands right after its announcement: the link comes below the first paragraph.
    paragraphs: [
      [
        t('mail.change.text', { name, networkName, document, day }),
        locale === 'zh' ? change.summaryZh : change.summaryEn,
      ].join('\n'),
      t('mail.change.object', { end }),
    ],
    action: { label: t('mail.change.action'), url: `${publicUrl}/account?tab=security` },
    footer: t('mail.change.footer', { networkName, supportEmail }),
  })
}

/** Tells an operator that an account objects; `name` is the account. */
export function objectionEmail({ branding, locale, name }: EmailParts, change: MailedChange): EmailMessage {
  const t = mailTexts(locale, 'legal-changes')
  const { networkName, publicUrl } = branding
  const document = t(`document.${change.document}`)
  const day = formatDay(new Date(change.holdsFrom), locale)
  return composeEmail(branding, {
    locale,
    subject: t('mail.objection.subject', { name, networkName }),
    paragraphs: [t('mail.objection.text', { name, document, day })],
    action: { label: t('mail.objection.action'), url: `${publicUrl}/operator/terms` },
    footer: t('mail.objection.footer', { networkName }),
  })
}

function formatDay(day: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(day)
}
