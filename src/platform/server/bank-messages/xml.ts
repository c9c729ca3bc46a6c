import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { findUnicode } from '../files/find-unicode.ts'

/** Why a file cannot be read as XML. */
export type XmlFault = 'too_large' | 'too_complex' | 'too_slow' | 'encoding' | 'mislabelled' | 'entities' | 'syntax'

/** Says that a file cannot be read as XML. */
export class UnreadableXml extends Error {
  readonly fault: XmlFault

  constructor(fault: XmlFault) {
    super(`The XML is not readable: ${fault}`)
    this.fault = fault
  }
}

/** An element: its text under `#text`, its attributes under their names with `@`, its children under theirs. */
export interface XmlElement {
  readonly [name: string]: XmlElement | readonly XmlElement[] | string | undefined
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  alwaysCreateTextNode: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  processEntities: false,
  maxNestedTags: 40,
})

/** Whether a file begins like XML: with `<`, after a byte order mark and blanks. */
export function looksLikeXml(beginning: Uint8Array): boolean {
  return new TextDecoder(findUnicode(beginning) ?? 'utf-8').decode(beginning).trimStart().startsWith('<')
}

/** More than a file of 8 MB with 10,000 payments has, and less than what takes all memory. */
const MAX_ELEMENTS = 500_000
const MAX_ATTRIBUTES = 100_000

/**
 * Reads XML in UTF-8, UTF-16 or an encoding of one byte that it declares. Names lose their prefixes, and values stay
 * text. Throws `UnreadableXml` for more elements or attributes than a file of a bank has (`too_complex`), for another
 * encoding, for bytes that are not of the encoding that the file says (`mislabelled`), and for a document type, which
 * could define entities. Takes seconds for megabytes: `readBankMessage` calls it in a thread.
 */
export function readXml(bytes: Uint8Array): XmlElement {
  const text = decode(bytes)
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new UnreadableXml('entities')
  const isBounded = hasAtMost(text, /<[^/!?]/g, MAX_ELEMENTS) && hasAtMost(text, /=\s*["']/g, MAX_ATTRIBUTES)
  if (!isBounded) throw new UnreadableXml('too_complex')
  // XML has no NUL, and PostgreSQL stores none.
  if (text.includes('\0') || XMLValidator.validate(text) !== true) throw new UnreadableXml('syntax')
  try {
    return parser.parse(text) as XmlElement
  } catch {
    throw new UnreadableXml('syntax')
  }
}

function hasAtMost(text: string, pattern: RegExp, max: number): boolean {
  return (
    text
      .matchAll(pattern)
      .take(max + 1)
      .reduce((count) => count + 1, 0) <= max
  )
}

/** The encodings of one byte that banks use, by the names that files give them. */
const ONE_BYTE = /^(us-ascii|iso[-_]?8859-(1|2|3|4|5|7|9|10|13|14|15|16)|windows-125[0-8]|cp125[0-8])$/i

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder(findEncoding(bytes), { fatal: true }).decode(bytes)
  } catch (error) {
    throw error instanceof UnreadableXml ? error : new UnreadableXml('mislabelled')
  }
}

/** Finds the encoding: UTF-16 shows itself by its first bytes (XML 1.0, appendix F), any other is declared or UTF-8. */
function findEncoding(bytes: Uint8Array): string {
  const unicode = findUnicode(bytes)
  const isUtf16 = unicode !== undefined && unicode !== 'utf-8'
  const beginning = new TextDecoder(unicode ?? 'latin1').decode(bytes.subarray(0, 400))
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/i.exec(beginning)?.[1] ?? 'utf-8'
  const saysUtf8 = /^utf-?8$/i.test(declared)
  const saysUtf16 = /^utf-?16(le|be)?$/i.test(declared)
  if (isUtf16 ? !saysUtf16 && !saysUtf8 : saysUtf16) throw new UnreadableXml('mislabelled')
  if (isUtf16) return unicode
  if (!saysUtf8 && !ONE_BYTE.test(declared)) throw new UnreadableXml('encoding')
  return declared
}

/** Lists the elements at a path; each step takes all of a name. */
export function listElements(from: XmlElement | undefined, ...path: readonly string[]): XmlElement[] {
  let found: XmlElement[] = from ? [from] : []
  for (const name of path) {
    found = found.flatMap((element) => {
      const next = element[name]
      if (next === undefined || typeof next === 'string') return []
      return isList(next) ? next : [next]
    })
  }
  return found
}

function isList(next: XmlElement | readonly XmlElement[]): next is readonly XmlElement[] {
  return Array.isArray(next)
}

/** Finds the first element at a path. */
export function findElement(from: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return listElements(from, ...path)[0]
}

/** Reads the text at a path, without blanks around it; empty when there is none. */
export function readText(from: XmlElement | undefined, ...path: readonly string[]): string {
  const text = findElement(from, ...path)?.['#text']
  return typeof text === 'string' ? decodeCharacters(text).trim() : ''
}

/** Reads an attribute; empty when there is none. */
export function readAttribute(from: XmlElement | undefined, name: string): string {
  const text = from?.[`@${name}`]
  return typeof text === 'string' ? decodeCharacters(text).trim() : ''
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes the five names of XML and the numbers of characters. Other names need a document type, so they stay. */
function decodeCharacters(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, ...found: string[]) => {
    const [decimal, hexadecimal, name] = found
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })
}
