import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { marked } from 'marked'
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

const read = new Map<string, LegalText>()

/**
 * Reads `legal/{date}-{document}.{locale}.md`, in which `{brand}` and `{email}` stand for the network's name and
 * support address. Section headings begin with their number, which becomes the section's id (`section-7`) in every
 * language.
 */
export function readLegalText(key: LegalTextKey, brand: { name: string; supportEmail: string }): LegalText {
  const file = `${key.date}-${key.document}.${key.locale}.md`
  const speaker = JSON.stringify([file, brand.name, brand.supportEmail])
  let text = read.get(speaker)
  if (!text) {
    text = parseLegalText(readFileSync(join(import.meta.dirname, 'legal', file), 'utf8'), brand)
    read.set(speaker, text)
  }
  return text
}

function parseLegalText(markdown: string, brand: { name: string; supportEmail: string }): LegalText {
  const name = escapeHtml(brand.name)
  const email = escapeHtml(brand.supportEmail)
  const html = (part: string) =>
    marked
      .parse(part, { async: false, gfm: true })
      .replaceAll('{brand}', name)
      .replaceAll('{email}', `<a href="mailto:${email}">${email}</a>`)
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
