import { escapeHtml } from '#kernel/html.ts'

/** Writes an answer as XML; a list becomes repeated `item` elements. Names are plain words. */
export function writeXml(name: string, value: unknown): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(name, value)}\n`
}

function writeElement(name: string, value: unknown): string {
  return `<${name}>${writeContent(value)}</${name}>`
}

function writeContent(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => writeElement('item', item)).join('')
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([name, child]) => writeElement(name, child))
      .join('')
  }
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return escapeHtml(text.replaceAll(IMPOSSIBLE, '\uFFFD'))
}

/** Characters that XML 1.0 cannot hold, not even escaped. */
const IMPOSSIBLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
