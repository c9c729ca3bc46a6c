import { Readable, pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { Info } from 'csv-parse'

/** A record of a CSV file: its cells, and the number of its first line, counted from 1. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/** Says that a file is not CSV, or not UTF-8, from a line on. */
export class UnreadableCsv extends Error {
  readonly line: number
  readonly reason: 'syntax' | 'encoding'

  constructor(line: number, reason: UnreadableCsv['reason']) {
    super(`Line ${line}: ${reason}`)
    this.line = line
    this.reason = reason
  }
}

const OPTIONS = {
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
  info: true,
  // A quotation mark that is never closed would take the whole file for one record.
  max_record_size: 65_536,
} as const

/**
 * Reads CSV (RFC 4180, UTF-8, with or without a byte order mark) record by record. Skips empty lines, trims cells, and
 * leaves the number of cells to the caller. Throws `UnreadableCsv` where the file cannot be read.
 */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  // An error of the source also ends the parser, so the loop below throws it.
  const parser = pipeline(Readable.from(decode(chunks)), parse(OPTIONS), () => undefined)
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      yield { cells: record, line: info.lines - countLineBreaks(record.join('')) }
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableCsv(error.lines as number, 'syntax') : error
  }
}

/** Decodes UTF-8. Turns CRLF into LF, because the parser counts a CRLF inside quotation marks as two lines. */
async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [line, rest] = [1, '']
  for await (const chunk of chunks) {
    const text = rest + decodeChunk(decoder, chunk, line)
    rest = text.endsWith('\r') ? '\r' : ''
    const lines = text.slice(0, text.length - rest.length).replaceAll('\r\n', '\n')
    line += countLineBreaks(lines)
    yield lines
  }
  yield rest + decodeChunk(decoder, undefined, line)
}

/** Decodes the next chunk, or the end when it is undefined; `line` is the line on which it begins. */
function decodeChunk(decoder: TextDecoder, chunk: Uint8Array | undefined, line: number): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch {
    const [readable = ''] = new TextDecoder().decode(chunk).split('\uFFFD')
    throw new UnreadableCsv(line + countLineBreaks(readable), 'encoding')
  }
}

function countLineBreaks(text: string): number {
  return text.split('\n').length - 1
}
