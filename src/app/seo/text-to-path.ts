import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { breakLines, shortenLine } from '#kernel/lines.ts'
import { findFontFile, findFontPart, readFontParts } from '#platform/server/pdf/fonts.ts'
import type { FontPart } from '#platform/server/pdf/fonts.ts'

/** Lines of text as outlines, so that the renderer needs no fonts. */
export interface TextPath {
  /** Path data with its origin at the first line's baseline, at the left. */
  path: string
  lineCount: number
  width: number
}

/** What is used of the library, whose published types would bring the browser's into those of the server. */
interface Font {
  unitsPerEm: number
  charToGlyph: (char: string) => Glyph
  charToGlyphIndex: (char: string) => number
  getKerningValue: (left: Glyph, right: Glyph) => number
}

interface Glyph {
  advanceWidth?: number
  getPath: (...at: [x: number, y: number, size: number, options: object, font: Font]) => { commands: PathCommand[] }
}

type PathCommand =
  | { type: 'M' | 'L'; x: number; y: number }
  | { type: 'Q'; x1: number; y1: number; x: number; y: number }
  | { type: 'C'; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
  | { type: 'Z' }

interface TextPathOptions {
  /** Font size in pixels. */
  size: number
  /** Lines break at this width. */
  maxWidth: number
  /** Longer text is cut and ends in an ellipsis. */
  maxLines: number
  /** As a multiple of the font size; the default is 1.08. */
  lineHeight?: number
}

/**
 * Converts text to outlines in our display font, or in a matching font for Chinese. Skips characters that no font has.
 */
export function textToPath(text: string, options: TextPathOptions): TextPath {
  const { size, maxWidth, maxLines, lineHeight = 1.08 } = options
  const fits = (line: string) => measureWidth(line, size) <= maxWidth
  const lines = breakLines(text.normalize('NFC'), fits)
  const kept = lines.slice(0, maxLines)
  if (lines.length > maxLines) kept.push(shortenLine(`${kept.pop()}…`, fits))
  const path = kept.map((line, index) => outline(line, size, index * size * lineHeight)).join('')
  return { path, lineCount: kept.length, width: Math.max(0, ...kept.map((line) => measureWidth(line, size))) }
}

/** Calls `place` for every glyph of a line with its position; returns the position after the last one. */
function eachGlyph(
  line: string,
  size: number,
  place: (font: Font, glyph: Glyph, x: number) => void = () => {},
): number {
  let x = 0
  let last: { font: Font; glyph: Glyph } | undefined
  for (const char of line) {
    const font = fontFor(char)
    if (!font) continue
    const glyph = font.charToGlyph(char)
    const scale = size / font.unitsPerEm
    if (last?.font === font) x += font.getKerningValue(last.glyph, glyph) * scale
    place(font, glyph, x)
    x += (glyph.advanceWidth ?? 0) * scale
    last = { font, glyph }
  }
  return x
}

function measureWidth(line: string, size: number): number {
  return eachGlyph(line, size)
}

function outline(line: string, size: number, y: number): string {
  const paths: string[] = []
  eachGlyph(line, size, (font, glyph, x) => {
    paths.push(...glyph.getPath(x, y, size, {}, font).commands.map(commandText))
  })
  return paths.join('')
}

// The library's own path data omits the separator before a small negative number that rounds to zero.
function commandText(command: PathCommand): string {
  if (command.type === 'Z') return 'Z'
  const end = point(command.x, command.y)
  if (command.type === 'Q') return `Q${point(command.x1, command.y1)} ${end}`
  if (command.type === 'C') return `C${point(command.x1, command.y1)} ${point(command.x2, command.y2)} ${end}`
  return `${command.type}${end}`
}

function point(x: number, y: number): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}

function fontFor(char: string): Font | undefined {
  return [displayFont('latin'), displayFont('latin-ext'), chineseFont(char)].find(
    (font) => font !== undefined && font.charToGlyphIndex(char) !== 0,
  )
}

const require = createRequire(import.meta.url)
// `import` does not find its exports.
const { parse } = require('opentype.js') as { parse: (file: ArrayBuffer) => Font }
const loaded = new Map<string, Font>()

function loadFont(face: string, file: string): Font {
  const path = findFontFile(face, file)
  let font = loaded.get(path)
  if (!font) {
    const { buffer, byteOffset, byteLength } = readFileSync(path)
    font = parse(buffer.slice(byteOffset, byteOffset + byteLength))
    loaded.set(path, font)
  }
  return font
}

function displayFont(part: 'latin' | 'latin-ext'): Font {
  return loadFont('bricolage-grotesque', `bricolage-grotesque-${part}-700-normal.woff`)
}

let chineseParts: FontPart[] | undefined

/** Returns the font file that contains `char`. The Chinese font is split into a hundred files. */
function chineseFont(char: string): Font | undefined {
  chineseParts ??= readFontParts('zcool-qingke-huangyou')
  const part = findFontPart(chineseParts, char)
  if (part === undefined) return undefined
  return loadFont('zcool-qingke-huangyou', `zcool-qingke-huangyou-${part}-400-normal.woff`)
}
