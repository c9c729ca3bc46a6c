import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { REPORT_DELAY_SECONDS } from '#kernel/report-delay.ts'
import { LOCALES } from './texts.ts'
import type { Locale, TextChoice, Texts } from './texts.ts'

/** Returns the texts of some domains in one language. */
export type TextSource = (locale: Locale, choices: readonly TextChoice[]) => Texts

/** Reads every text file once, for the server and its mails. */
export function loadTexts(): TextSource {
  const all = new Map(LOCALES.map((locale) => [locale, readAll(locale)]))
  return (locale, choices) => pick(all.get(locale) ?? {}, choices)
}

/**
 * Reads every text file once and parses the messages for pages. The browser then needs no parser, which would be a
 * tenth of the script; vite.config.ts removes it from the build. The sentences of mails and documents are left out.
 */
export function compileTexts(): TextSource {
  const all = new Map(LOCALES.map((locale) => [locale, compileAll(withoutMails(readAll(locale)))]))
  return (locale, choices) => pick(all.get(locale) ?? {}, choices)
}

/** Leaves out the parts that only mails and PDF documents use. */
function withoutMails<T extends Record<string, Record<string, unknown>>>(texts: T): T {
  const entries = Object.entries(texts).map(([domain, { mail: _mail, pdf: _pdf, ...rest }]) => [domain, rest])
  return Object.fromEntries(entries) as T
}

/** Reads the files for every request, so that an edited text appears after a reload in development. */
export function watchTexts(): TextSource {
  return (locale, choices) => pick(readAll(locale), choices)
}

function readAll(locale: Locale): Record<string, Record<string, unknown>> {
  const folder = join(import.meta.dirname, locale)
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return Object.fromEntries(
    files.map((file) => [file.slice(0, -'.json'.length), JSON.parse(readText(join(folder, file)))]),
  )
}

/** Reads a text file and fills in the number that all pages promise. */
function readText(path: string): string {
  return readFileSync(path, 'utf8').replaceAll('{reportSeconds}', String(REPORT_DELAY_SECONDS))
}

function compileAll<T extends Record<string, unknown>>(texts: T): T {
  const entries = Object.entries(texts).map(([key, value]) => [
    key,
    typeof value === 'string' ? compile(value) : compileAll(value as Record<string, unknown>),
  ])
  return Object.fromEntries(entries) as T
}

function pick(all: Record<string, Record<string, unknown>>, choices: readonly TextChoice[]): Texts {
  return Object.fromEntries(
    choices.map((choice) => {
      if (typeof choice === 'string') return [choice, all[choice] ?? {}]
      const isOnly = 'only' in choice
      const named = new Set<string>(isOnly ? choice.only : choice.without)
      const entries = Object.entries(all[choice.domain] ?? {}).filter(([key]) => named.has(key) === isOnly)
      return [choice.domain, Object.fromEntries(entries)]
    }),
  )
}
