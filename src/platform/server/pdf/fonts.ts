import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { inflateSync } from 'node:zlib'

const require = createRequire(import.meta.url)

/** The weights of the typeface that documents use. */
export type FontWeight = 400 | 700

/** The part of the typeface with the Latin letters of Western Europe and the Chinese characters. */
const MAIN_PART = 'chinese-simplified'
const OTHER_PARTS = ['cyrillic', 'vietnamese', 'latin-ext']

/** Reads the font file of a part of the typeface as an OpenType font. */
export function readFont(part: string, weight: FontWeight): Buffer {
  // Noto Sans SC has no letters for the part of that name.
  const face = part === 'latin-ext' ? 'bricolage-grotesque' : 'noto-sans-sc'
  return unwrapWoff(readFileSync(findFontFile(face, `${face}-${part}-${weight}-normal.woff`)))
}

/** Returns the path of a font file of a typeface. */
export function findFontFile(face: string, file: string): string {
  return join(dirname(require.resolve(`@fontsource/${face}/package.json`)), 'files', file)
}

/** A part of a typeface, which is a file, and the ranges of its characters. */
export interface FontPart {
  part: string
  ranges: [number, number][]
}

/** Reads which parts a typeface has. */
export function readFontParts(face: string): FontPart[] {
  const path = findFontFile(face, '../unicode.json')
  return Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>).map(([part, ranges]) => ({
    part: part.replaceAll(/[[\]]/g, ''),
    ranges: ranges.split(',').map((range): [number, number] => {
      const [from = '0', to = from] = range.replace(/^U\+/i, '').split('-')
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
    }),
  }))
}

/** Finds the first part that has the character. */
export function findFontPart(parts: readonly FontPart[], char: string): string | undefined {
  const code = char.codePointAt(0) ?? 0
  return parts.find(({ ranges }) => ranges.some(([from, to]) => from <= code && code <= to))?.part
}

let parts: FontPart[] | undefined

/** Returns the part of the typeface that has the character. */
export function getFontPart(char: string): string {
  parts ??= listParts()
  const part = findFontPart(parts, char)
  return part === undefined || part === 'latin' ? MAIN_PART : part
}

function listParts(): FontPart[] {
  const all = readFontParts('noto-sans-sc')
  return ['latin', ...OTHER_PARTS].flatMap((name) => all.filter(({ part }) => part === name))
}

const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const FONT_HEADER = 12
const FONT_ENTRY = 16

/**
 * Turns a WOFF 1.0 file (https://www.w3.org/TR/WOFF/) into the OpenType font that it wraps. The library would inflate a
 * table again for each glyph.
 */
function unwrapWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const header = Buffer.alloc(FONT_HEADER + FONT_ENTRY * count)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  const chunks: Buffer[] = [header]
  let offset = header.length
  for (let index = 0; index < count; index++) {
    const entry = WOFF_HEADER + WOFF_ENTRY * index
    const [from, packed, size] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [number, number, number]
    const raw = woff.subarray(from, from + packed)
    const padding = Buffer.alloc(-size & 3)
    const target = FONT_HEADER + FONT_ENTRY * index
    woff.copy(header, target, entry, entry + 4)
    woff.copy(header, target + 4, entry + 16, entry + 20)
    header.writeUInt32BE(offset, target + 8)
    header.writeUInt32BE(size, target + 12)
    chunks.push(packed < size ? inflateSync(raw) : raw, padding)
    offset += size + padding.length
  }
  return Buffer.concat(chunks)
}
