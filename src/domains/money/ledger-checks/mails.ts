import { countDifferences } from '#platform/server/database/database-check.ts'
import type { CheckResult } from '#platform/server/database/database-check.ts'
import { composeEmail } from '#platform/server/mail/email-layout.ts'
import type { EmailBranding, EmailMessage } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'

/** Tells an operator that the ledger is not right, with the first lines of the check, and what to do. */
export function differencesEmail(
  { branding, locale }: { branding: EmailBranding; locale: Locale },
  { results, lines }: { results: readonly CheckResult[]; lines: readonly string[] },
): EmailMessage {
  const t = mailTexts(locale, 'ledger-checks')
  const { networkName, publicUrl } = branding
  const count = countDifferences(results)
  return composeEmail(branding, {
    locale,
    subject: t('mail.subject', { networkName, count }),
    paragraphs: [t('mail.text', { count }), ...lines, t('mail.whatToDo')],
    action: { label: t('mail.action'), url: `${publicUrl}/operator/money#ledger-check` },
    footer: t('mail.footer', { networkName }),
  })
}
