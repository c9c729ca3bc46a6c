import type { IncomingHttpHeaders } from 'node:http'
import type { Locale } from '#texts/texts.ts'

/** What of a request says its language; the routed and the raw request both have it. */
export interface LocaleSource {
  url?: string | undefined
  headers: Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>
}

/**
 * The language of a request: what its address asks for (`?hl=zh`), else what was chosen, else what is preferred. Any
 * other language is answered in English.
 */
export function readLocale({ url = '', headers }: LocaleSource): Locale {
  const asked =
    /[?&]hl=(en|zh)(?=&|$)/.exec(url)?.[1] ?? /(?:^|;\s*)tandem_locale=(en|zh)(?=;|$)/.exec(headers.cookie ?? '')?.[1]
  if (asked === 'en' || asked === 'zh') return asked
  return headers['accept-language']?.trimStart().toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
