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

const TextsContext = createContext<{ locale: Locale; texts: Texts }>({ locale: 'en', texts: {} })

/** Provides texts to its children, in addition to those of outer providers. The time zone is always UTC. */
export function TextsProvider(props: { locale?: Locale; texts: Texts; children: ReactNode }) {
  const outer = use(TextsContext)
  const value = useMemo(
    () => ({
      locale: props.locale ?? outer.locale,
      texts: { ...outer.texts, ...props.texts },
    }),
    [outer, props.locale, props.texts],
  )
  return (
    <TextsContext value={value}>
      <IntlProvider locale={value.locale} messages={value.texts} timeZone="UTC">
        {props.children}
      </IntlProvider>
    </TextsContext>
  )
}

/** Returns the translator of one text domain: `const t = useTexts('reports'); t('title')`. */
export function useTexts<D extends TextDomain>(domain: D) {
  return useTranslations(domain)
}
