import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'
import { DIGEST_END_PATH } from './rules.ts'
import type { Digest } from './rules.ts'

/** The most notices that a digest names. */
const MAX_NAMED = 30

/** What a digest says, and the token that ends such digests. */
interface DigestContent {
  advertiser: string
  notices: readonly { id: bigint; subject: string }[]
  token: string
}

/** The notices of a day or a week about one advertiser in one mail, the newest last. */
export function digestEmail(
  { branding, locale, digest }: { branding: EmailBranding; locale: Locale; digest: Digest },
  { advertiser, notices, token }: DigestContent,
): EmailMessage {
  const t = mailTexts(locale, 'notices')
  const { networkName, supportEmail, publicUrl } = branding
  const count = notices.length
  const named = notices.toSorted((one, other) => Number(one.id - other.id)).slice(-MAX_NAMED)
  const unsubscribeUrl = `${publicUrl}${DIGEST_END_PATH}/${token}`
  const message = composeEmail(branding, {
    locale,
    subject: t(`mail.${digest}`, { count, advertiser, networkName }),
    paragraphs: [...named.map(({ subject }) => `• ${subject}`), t('mail.settings')],
    action: { label: t('mail.action'), url: `${publicUrl}/brand/notices` },
    footer: t('mail.footer', { networkName, supportEmail }),
    footerLink: { label: t('mail.stop'), url: unsubscribeUrl },
  })
  return { ...message, unsubscribeUrl }
}
