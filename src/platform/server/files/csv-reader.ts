import { Readable, pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { Info } from 'csv-parse'
import { findUnicode } from './find-unicode.ts'

/** A record of a CSV file: its cells, and the number of its first line, counted from 1. */
export interface CsvRecord {
  line: number
  cells: string[]
  /** Whether it has more cells than the first record. This often comes of a separator in a number without quotes. */
  isTooLong: boolean
}

/** Says why a file cannot be read as CSV, and from which line on. */
export class UnreadableCsv extends Error {
  readonly line: number
  readonly code: 'csv.syntax' | 'csv.encoding' | 'csv.separator'

  constructor(line: number, code: UnreadableCsv['code']) {
    super(`Line ${line}: ${code}`)
    this.line = line
    this.code = code
  }
}

/** A quotation mark that is never closed would take the whole file for one record. */
const MAX_RECORD_SIZE = 65_536

const OPTIONS = {
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  trim: true,
  info: true,
  max_record_size: MAX_RECORD_SIZE,
} as const

/**
 * Reads CSV record by record, as spreadsheets write it: separated by commas, semicolons or tabs, in UTF-8 or UTF-16.
 * Skips empty lines and lines of empty cells, trims cells, and leaves out the empty ones at the end; the number of
 * cells is left to the caller. Throws `UnreadableCsv` where the file cannot be read.
 */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  const { separator, texts } = await readSeparator(decode(chunks))
  const broken: { error?: Error } = {}
  // The parser would drop the records that wait to be read, so it hears of an end, and the reader of the error.
  async function* readWhole(): AsyncGenerator<string> {
    try {
      yield* texts
    } catch (error) {
      broken.error = error as Error
    }
  }
  const options = { ...OPTIONS, delimiter: separator }
  const parser = pipeline(Readable.from(readWhole()), parse(options), () => undefined)
  let [width, named] = [0, 0]
  let held: CsvRecord | undefined
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      if (held) yield held
      const line = info.lines - countLineBreaks(record.join(''))
      const used = record.findLastIndex((cell) => cell !== '') + 1
      if (width === 0) [width, named] = [record.length, used]
      const isTooLong = record.length > width || used > named
      held = { line, cells: isTooLong ? record : record.slice(0, named), isTooLong }
    }
  } catch (error) {
    if (!broken.error) throw error instanceof CsvError ? new UnreadableCsv(error.lines as number, 'csv.syntax') : error
  }
  // The last record before the error may be cut off.
  if (broken.error) throw broken.error
  if (held) yield held
}

/** Finds the separator by the first line that is not empty: `sep=;`, or the names of the columns. */
async function readSeparator(
  texts: AsyncGenerator<string>,
): Promise<{ separator: string; texts: AsyncIterable<string> }> {
  const { text, header } = await readHeader(texts)
  const named = /^sep=(.)$/i.exec(header?.unquoted.trimStart() ?? '')?.[1]
  async function* all(): AsyncGenerator<string> {
    // The line break stays, so that the lines after it keep their numbers.
    yield header && named !== undefined ? text.slice(0, header.start) + text.slice(header.end) : text
    yield* texts
  }
  return { separator: named ?? (header ? detectSeparator(header) : ','), texts: all() }
}

/** Reads until the first line that is not empty is whole, unless it is too long. */
async function readHeader(texts: AsyncGenerator<string>): Promise<{ text: string; header: Header | undefined }> {
  let text = ''
  while (text.length <= MAX_RECORD_SIZE) {
    const next = await texts.next()
    if (next.done === true) return { text, header: findHeader(`${text}\n`) }
    text += next.value
    const header = findHeader(text)
    if (header) return { text, header }
  }
  return { text, header: undefined }
}

/** The first line that is not empty, its place in the text, and what of it stands outside quotation marks. */
interface Header {
  line: number
  start: number
  end: number
  unquoted: string
}

/** Finds the first line that is not empty, if the text has all of it. */
function findHeader(text: string): Header | undefined {
  const start = text.search(/\S/)
  if (start < 0) return undefined
  let isQuoted = false
  let unquoted = ''
  for (let end = start; end < text.length; end++) {
    const sign = text.charAt(end)
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === '\n' && !isQuoted)
      return { line: countLineBreaks(text.slice(0, start)) + 1, start, end, unquoted }
    else if (!isQuoted) unquoted += sign
  }
  return undefined
}

/** Chooses the separator that stands most often between the names of the columns. */
function detectSeparator({ line, unquoted }: Header): string {
  const [most, next] = [',', ';', '\t']
    .map((separator) => ({ separator, count: unquoted.split(separator).length - 1 }))
    .toSorted((one, other) => other.count - one.count)
  if (!most || most.count === next?.count) throw new UnreadableCsv(line, 'csv.separator')
  return most.separator
}

/** Decodes UTF-8 or UTF-16. Turns CRLF into LF, because the parser counts a CRLF in quotation marks as two lines. */
async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let [line, rest] = [1, '']
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(findUnicode(chunk) ?? 'utf-8', { fatal: true })
    const text = rest + decodeChunk(decoder, chunk, line)
    rest = text.endsWith('\r') ? '\r' : ''
    const lines = text.slice(0, text.length - rest.length).replaceAll('\r\n', '\n')
    line += countLineBreaks(lines)
    yield lines
  }
  yield rest + (decoder ? decodeChunk(decoder, undefined, line) : '')
}

/** Decodes the next chunk, or the end when it is undefined; `line` is the line on which it begins. */
function decodeChunk(decoder: TextDecoder, chunk: Uint8Array | undefined, line: number): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch {
    const [readable = ''] = new TextDecoder(decoder.encoding).decode(chunk).split('\uFFFD')
    throw new UnreadableCsv(line + countLineBreaks(readable), 'csv.encoding')
  }
}

function countLineBreaks(text: string): number {
  return text.split('\n').length - 1
}
