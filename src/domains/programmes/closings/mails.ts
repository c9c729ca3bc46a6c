import type { Day } from '#kernel/days.ts'
import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'

/** A mail about the end or a pause of a programme; without a day it goes on. */
export interface ClosingMail {
  branding: EmailBranding
  locale: Locale
  /** The name of the publisher or the advertiser. */
  name: string
  program: string
  about: 'close' | 'pause'
  day: Day | null
}

/** Tells a publisher from which day on a programme is closed or paused, and what counts until then. */
export function closingForPublisherEmail(mail: ClosingMail): EmailMessage {
  return compose(mail, { reader: 'publisher', path: '/advertisers' })
}

/** Confirms to a brand that its programme closes or is paused, or goes on. */
export function closingForAdvertiserEmail(mail: ClosingMail): EmailMessage {
  return compose(mail, { reader: 'brand', path: mail.about === 'close' ? '/brand/close' : '/brand/programme' })
}

function compose(
  { branding, locale, name, program, about, day }: ClosingMail,
  { reader, path }: { reader: 'publisher' | 'brand'; path: string },
): EmailMessage {
  const t = mailTexts(locale, 'closings')
  const { networkName, supportEmail, publicUrl } = branding
  const [announced, goesOn] = about === 'close' ? (['announced', 'kept'] as const) : (['paused', 'resumed'] as const)
  const news = day === null ? goesOn : announced
  const values = { name, program, day: day ?? '' }
  return composeEmail(branding, {
    locale,
    subject: t(`mail.${news}.subject`, values),
    paragraphs: [t(`mail.${news}.${reader}`, values)],
    action: { label: t(`mail.${reader}Action`), url: `${publicUrl}${path}` },
    footer: t('mail.footer', { networkName, supportEmail }),
  })
}
