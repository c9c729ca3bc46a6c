import type { IncomingHttpHeaders } from 'node:http'
import type { Locale } from '#texts/texts.ts'

/** The parts of a request that decide its language. Fastify's request and that of `node:http` both have them. */
export interface LocaleSource {
  url?: string | undefined
  headers: Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>
}

/**
 * Returns the language of a request: from its address (`?hl=zh`), else from the language cookie, else from
 * `Accept-Language`. The default is English.
 */
export function readLocale({ url = '', headers }: LocaleSource): Locale {
  const asked =
    /[?&]hl=(en|zh)(?=&|$)/.exec(url)?.[1] ?? /(?:^|;\s*)tandem_locale=(en|zh)(?=;|$)/.exec(headers.cookie ?? '')?.[1]
  if (asked === 'en' || asked === 'zh') return asked
  return headers['accept-language']?.trimStart().toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
