import { createTranslator } from 'use-intl/core'
import type { CodedError, ErrorParam } from '#kernel/error-codes.ts'
import { loadTexts } from '#texts/catalogue.ts'
import { LOCALES } from '#texts/texts.ts'
import type { Locale, Messages } from '#texts/texts.ts'

type Translate = (path: string, values?: Record<string, string>) => string

let translators: Map<Locale, Translate> | undefined

/** Returns the sentence of an error in one language, from `texts/{locale}/errors.json`. */
export function errorText(locale: Locale, { code, params }: CodedError): string {
  translators ??= createTranslators()
  const translate = translators.get(locale)
  if (!translate) throw new Error(`There are no texts in ${locale}.`)
  const toValue = (name: string, param: ErrorParam) => {
    if (typeof param === 'object') return translate(param.text)
    return DAYS.includes(name) ? writeDay(locale, String(param)) : String(param)
  }
  const values = Object.entries<ErrorParam>(params ?? {}).map(([name, param]) => [name, toValue(name, param)])
  return translate(`errors.${code}`, Object.fromEntries(values) as Record<string, string>)
}

/** The parameters that are days of ours, which a sentence writes as the screens do. */
const DAYS: readonly string[] = ['day', 'from', 'until']

/** Writes a day as the screens do, `Oct 3, 2026`; leaves any other text as it is. */
function writeDay(locale: Locale, text: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) return text
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(text))
}

function createTranslators(): Map<Locale, Translate> {
  const texts = loadTexts()
  return new Map(
    LOCALES.map((locale) => {
      const messages = texts(locale, ['errors', 'sign-up']) as Messages
      const onError = (error: Error) => {
        throw error
      }
      return [locale, createTranslator<Messages>({ locale, messages, timeZone: 'UTC', onError }) as Translate]
    }),
  )
}
