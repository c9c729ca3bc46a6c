import { createTranslator } from 'use-intl/core'
import type { Locale, Messages, TextDomain } from '#texts/texts.ts'
import { loadTexts } from '#texts/catalogue.ts'

let source: ReturnType<typeof loadTexts> | undefined

/**
 * Returns the translator of one text domain for mails: `const t = mailTexts('zh', 'accounts'); t('mail.reset.subject',
 * { networkName })`.
 */
export function mailTexts<D extends TextDomain>(locale: Locale, domain: D) {
  source ??= loadTexts()
  const messages = source(locale, [domain]) as Pick<Messages, D>
  return createTranslator<Messages, D>({ locale, messages: messages as Messages, namespace: domain, timeZone: 'UTC' })
}
