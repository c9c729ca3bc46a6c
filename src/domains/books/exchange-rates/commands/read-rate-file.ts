import type { CodedError } from '#kernel/error-codes.ts'
import { isDay } from '#kernel/days.ts'
import { UnreadableCsv, readCsv } from '#platform/server/files/csv-reader.ts'
import { MAX_RATE_ERRORS, MAX_RATE_ROWS, RATE_COLUMNS, isExchanged, parseRate } from '../rules.ts'
import { findDayFault } from './record-rates.ts'
import type { DayRate } from '../queries.ts'

/** An error in a file: `line` counts from 1 and includes the header; `column` is empty for a whole line. */
export type RateFileError = CodedError & { line: number; column: string }

/** A rate with its line. */
export type FiledRate = DayRate & { line: number }

/** The rates of a file, or its errors sorted by line, at most `MAX_RATE_ERRORS`. */
export interface RateFile {
  rates: FiledRate[]
  errors: RateFileError[]
}

/** Reads a file of rates: CSV (RFC 4180, UTF-8) with a header and columns in any order. */
export async function readRateFile(file: AsyncIterable<Uint8Array>, now: Date): Promise<RateFile> {
  const reading = new RateReading(now)
  try {
    for await (const { line, cells } of readCsv(file)) {
      reading.read(line, cells)
      if (reading.isOver) break
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    const code = error.reason === 'syntax' ? 'promotion.import_unreadable' : 'promotion.import_encoding'
    reading.errors.push({ line: error.line, column: '', code })
  }
  const { rates, errors } = reading
  if (rates.length === 0 && errors.length === 0) errors.push({ line: 1, column: '', code: 'promotion.import_empty' })
  return { rates, errors }
}

/** What was read of a file. */
class RateReading {
  readonly rates: FiledRate[] = []
  readonly errors: RateFileError[] = []
  /** Whether the file is wrong as a whole, or has errors enough. */
  isOver = false
  readonly #now: Date
  #columns: readonly string[] | undefined
  readonly #keys = new Set<string>()

  constructor(now: Date) {
    this.#now = now
  }

  read(line: number, cells: readonly string[]): void {
    const params = { max: MAX_RATE_ROWS }
    if (this.#columns === undefined) this.#readHeader(line, cells)
    else if (this.rates.length === params.max) this.#end(line, { code: 'promotion.import_rows', params })
    else this.#readRow(line, Object.fromEntries(this.#columns.map((name, index) => [name, cells[index] ?? ''])))
    if (this.errors.length >= MAX_RATE_ERRORS) this.isOver = true
  }

  #readHeader(line: number, cells: readonly string[]): void {
    const columns = cells.map((name) => name.toLowerCase())
    const unknown = columns.find((name, index) => !isColumn(name) || columns.indexOf(name) !== index)
    const missing = RATE_COLUMNS.find((name) => !columns.includes(name))
    if (unknown !== undefined) {
      this.#end(line, { code: 'promotion.import_unknown', params: { name: unknown, columns: RATE_COLUMNS.join(', ') } })
    } else if (missing !== undefined) {
      this.#end(line, { code: 'promotion.import_column', params: { name: missing } })
    }
    this.#columns = columns
  }

  #readRow(line: number, { day = '', currency = '', rate = '' }: Record<string, string>): void {
    const units = parseRate(rate)
    const code = currency.toUpperCase()
    const fault = isDay(day) ? findDayFault(day, this.#now) : 'exchange.day'
    const before = this.errors.length
    if (fault) this.errors.push({ line, column: 'day', code: fault })
    if (!isExchanged(code)) this.errors.push({ line, column: 'currency', code: 'exchange.currency' })
    if (units === undefined) this.errors.push({ line, column: 'rate', code: 'exchange.rate' })
    const key = `${day} ${code}`
    if (this.#keys.has(key)) this.errors.push({ line, column: '', code: 'exchange.twice' })
    this.#keys.add(key)
    if (units !== undefined && this.errors.length === before)
      this.rates.push({ line, day, currency: code, rate: units })
  }

  #end(line: number, error: CodedError): void {
    this.errors.push({ ...error, line, column: '' })
    this.isOver = true
  }
}

function isColumn(name: string): boolean {
  return RATE_COLUMNS.some((column) => column === name)
}
