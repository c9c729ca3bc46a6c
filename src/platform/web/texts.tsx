import { createContext, use, useMemo } from 'react'
import type { ReactNode } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import type { Locale, Messages, TextDomain, Texts } from '#texts/texts.ts'

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}

const TextsContext = createContext<{ locale: Locale; now: Date; texts: Texts }>({
  locale: 'en',
  now: new Date(0),
  texts: {},
})

/** Makes texts known below it, in addition to those known above. Dates and numbers are UTC everywhere. */
export function TextsProvider(props: { locale?: Locale; now?: string; texts: Texts; children: ReactNode }) {
  const outer = use(TextsContext)
  const value = useMemo(
    () => ({
      locale: props.locale ?? outer.locale,
      now: props.now === undefined ? outer.now : new Date(props.now),
      texts: { ...outer.texts, ...props.texts },
    }),
    [outer, props.locale, props.now, props.texts],
  )
  return (
    <TextsContext value={value}>
      <IntlProvider locale={value.locale} messages={value.texts} timeZone="UTC" now={value.now}>
        {props.children}
      </IntlProvider>
    </TextsContext>
  )
}

/** The texts of one domain: `const t = useTexts('reports'); t('title')`. */
export function useTexts<D extends TextDomain>(domain: D) {
  return useTranslations(domain)
}
