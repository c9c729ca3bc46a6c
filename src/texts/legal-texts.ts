import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked } from 'marked'
import { escapeHtml } from '#kernel/html.ts'
import type { Locale } from './texts.ts'

/** A legal text in sections, as HTML. */
export interface LegalText {
  title: string
  intro: string
  sections: { id: string; title: string; html: string }[]
}

/** Identifies a legal text by name, day of its version and language. */
export interface LegalTextKey {
  document: string
  /** YYYY-MM-DD. */
  date: string
  locale: Locale
}

/** What the legal texts say about the network. */
export interface LegalFacts {
  name: string
  supportEmail: string
  /** Periods of retention by their placeholder; the name of each ends in its unit, `Days` or `Months`. */
  periods: Readonly<Record<string, number>>
}

const read = new Map<string, LegalText>()

/**
 * Reads `legal/{date}-{document}.{locale}.md`, in which `{brand}` and `{email}` stand for the network's name and
 * support address, and `{mailDays}` for that period with its unit. Section headings begin with their number, which
 * becomes the section's id (`section-7`) in every language.
 */
export function readLegalText(key: LegalTextKey, facts: LegalFacts): LegalText {
  const file = getFile(key)
  const reading = JSON.stringify([file, facts])
  let text = read.get(reading)
  if (!text) {
    text = parseLegalText(readLegalMarkdown(key), facts, key.locale)
    read.set(reading, text)
  }
  return text
}

/** Reads a legal text of the program as Markdown, with its placeholders. */
export function readLegalMarkdown(key: LegalTextKey): string {
  return readFileSync(join(import.meta.dirname, 'legal', getFile(key)), 'utf8')
}

function getFile({ date, document, locale }: LegalTextKey): string {
  return `${date}-${document}.${locale}.md`
}

/**
 * Renders a legal text in Markdown that an operator wrote, with the placeholders of `readLegalText`. HTML in it is
 * shown as text, and a link leads to a page or a mail address.
 */
export function renderLegalText(markdown: string, facts: LegalFacts, locale: Locale): LegalText {
  return parseLegalText(markdown.replaceAll('\r\n', '\n'), facts, locale)
}

const SAFE_LINK = /^(https?:\/\/|mailto:|\/(?!\/)|#)/i

const parser = new Marked({
  gfm: true,
  renderer: { html: ({ text }) => escapeHtml(text) },
  walkTokens: (token) => {
    if ((token.type === 'link' || token.type === 'image') && !SAFE_LINK.test(String(token.href))) token.href = '#'
  },
})

function parseLegalText(markdown: string, facts: LegalFacts, locale: Locale): LegalText {
  const name = escapeHtml(facts.name)
  const email = escapeHtml(facts.supportEmail)
  const html = (part: string) =>
    parser
      .parse(part, { async: false })
      .replaceAll('{brand}', name)
      .replaceAll('{email}', `<a href="mailto:${email}">${email}</a>`)
      .replaceAll(/\{(\w+(?:Days|Months))\}/g, (placeholder, period: string) => {
        const length = facts.periods[period]
        return length === undefined ? placeholder : formatPeriod(length, period, locale)
      })
  const [head = '', ...sections] = markdown.split(/^## /m)
  const [, title = '', intro = ''] = /^# (.+)\n([\s\S]*)$/.exec(head) ?? []
  return {
    title,
    intro: html(intro),
    sections: sections.map((section, index) => {
      const [heading = '', ...lines] = section.split('\n')
      return { id: `section-${index + 1}`, title: heading, html: html(lines.join('\n')) }
    }),
  }
}

/** Writes a length of time in words of a language: `3 months`. */
function formatPeriod(length: number, period: string, locale: Locale): string {
  const unit = period.endsWith('Days') ? 'day' : 'month'
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', useGrouping: false }).format(length)
}
