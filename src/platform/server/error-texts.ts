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
  const toValue = (param: ErrorParam) => (typeof param === 'object' ? translate(param.text) : String(param))
  const values = Object.entries<ErrorParam>(params ?? {}).map(([name, param]) => [name, toValue(param)])
  return translate(`errors.${code}`, Object.fromEntries(values) as Record<string, string>)
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
