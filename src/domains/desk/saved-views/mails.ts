import { addDays } from '#kernel/days.ts'
import type { DayRange } from '#kernel/days.ts'
import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'
import { HEAD_ROWS } from '#platform/server/saved-lists.ts'
import type { ListContent } from '#platform/server/saved-lists.ts'
import { END_PATH, MAIL_HOUR } from './rules/schedule.ts'
import type { Rhythmic } from './rules/schedule.ts'

/** Whose view is mailed, and how it is opened. */
export interface MailedView extends Rhythmic {
  name: string
  /** The path of the view with its search. */
  path: string
  token: string
  advertiser: string
}

/** The head of a view with its totals, the view as a file, and the links to it and to the end of the mails. */
export function viewEmail(
  { branding, locale }: { branding: EmailBranding; locale: Locale },
  view: MailedView,
  content: ListContent,
): EmailMessage {
  const t = mailTexts(locale, 'saved-views')
  const { networkName, supportEmail, publicUrl } = branding
  const { count, fileRows, asOf } = content
  const days = writeDays(content.range, locale)
  const rhythm = t(`rhythm.${view.rhythm}`)
  const unsubscribeUrl = `${publicUrl}${END_PATH}/${view.token}`
  const hidden = [
    ...(count > HEAD_ROWS ? [t('mail.head', { shown: HEAD_ROWS, count })] : []),
    ...(count > fileRows ? [t('mail.fileEnds', { count: fileRows })] : []),
  ]
  const message = composeEmail(branding, {
    locale,
    subject: t('mail.subject', { name: view.name, days, advertiser: view.advertiser }),
    paragraphs: [
      t('mail.intro', { name: view.name, advertiser: view.advertiser, days }),
      ...(count === 0 ? [t('mail.empty')] : hidden),
      asOf === null ? t('mail.incomplete') : t('mail.asOf', { at: writeTime(asOf, locale) }),
    ],
    action: { label: t('mail.open'), url: `${publicUrl}${view.path}` },
    ...(count > 0 && { table: content.buildTable(locale) }),
    footer: t('mail.footer', { networkName, supportEmail, rhythm, hour: writeHour() }),
    footerLink: { label: t('mail.stop'), url: unsubscribeUrl },
  })
  const attachment = { name: `${toFileName(view.name)}.csv`, text: content.file ?? '' }
  return { ...message, unsubscribeUrl, ...(content.file !== undefined && count > 0 && { attachment }) }
}

/** Says why a view was not mailed; the mails go on. */
export function failedViewEmail(
  { branding, locale }: { branding: EmailBranding; locale: Locale },
  { name, path, rhythm, token, advertiser }: MailedView,
  reason: string,
): EmailMessage {
  const t = mailTexts(locale, 'saved-views')
  const { networkName, supportEmail, publicUrl } = branding
  const unsubscribeUrl = `${publicUrl}${END_PATH}/${token}`
  const message = composeEmail(branding, {
    locale,
    subject: t('mail.failedSubject', { name, advertiser }),
    paragraphs: [t('mail.failed', { name, reason }), t('mail.failedHelp')],
    action: { label: t('mail.open'), url: `${publicUrl}${path}` },
    footer: t('mail.footer', { networkName, supportEmail, rhythm: t(`rhythm.${rhythm}`), hour: writeHour() }),
    footerLink: { label: t('mail.stop'), url: unsubscribeUrl },
  })
  return { ...message, unsubscribeUrl }
}

function writeHour(): string {
  return String(MAIL_HOUR).padStart(2, '0')
}

/** Writes the days as a range: `16–22 Nov 2026`. */
function writeDays({ from, until }: DayRange, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(addDays(until, -1)))
}

function writeTime(at: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at)
}

/** A name of a file that every system takes, from the name of a view. */
function toFileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'view'
}
