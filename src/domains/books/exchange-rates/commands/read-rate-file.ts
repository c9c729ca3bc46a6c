import type { CodedError } from '#kernel/error-codes.ts'
import { readCellDay, readCellNumber } from '#kernel/cells.ts'
import type { Day } from '#kernel/days.ts'
import { UnreadableCsv, readCsv } from '#platform/server/files/csv-reader.ts'
import type { CsvRecord } from '#platform/server/files/csv-reader.ts'
import { MAX_RATE_ERRORS, MAX_RATE_ROWS, RATE_COLUMNS, isExchanged, parseRate } from '../rules.ts'
import { findDayFault } from './record-rates.ts'
import type { DayRate } from '../queries.ts'
import type { ExchangeRate } from '../rules.ts'

/** An error in a file: `line` counts from 1 and includes the header; `column` is empty for a whole line. */
export type RateFileError = CodedError & { line: number; column: string }

/** A rate with its line. */
export type FiledRate = DayRate & { line: number }

/** The rates of a file, or its errors sorted by line, at most `MAX_RATE_ERRORS`. */
export interface RateFile {
  rates: FiledRate[]
  errors: RateFileError[]
}

/** Reads a file of rates: CSV with a header and columns in any order. */
export async function readRateFile(file: AsyncIterable<Uint8Array>, now: Date): Promise<RateFile> {
  const reading = new RateReading(now)
  try {
    for await (const record of readCsv(file)) {
      reading.read(record)
      if (reading.isOver) break
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    reading.errors.push({ line: error.line, column: '', code: error.code })
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

  read({ line, cells, isTooLong }: CsvRecord): void {
    const params = { max: MAX_RATE_ROWS }
    if (this.#columns === undefined) this.#readHeader(line, cells)
    else if (this.rates.length === params.max) this.#end(line, { code: 'promotion.import_rows', params })
    else if (isTooLong) this.errors.push({ line, column: '', code: 'csv.cells' })
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

  #readRow(line: number, { day: date = '', currency = '', rate = '' }: Record<string, string>): void {
    const units = readRate(rate)
    const code = currency.toUpperCase()
    const { day, error } = this.#readDay(date)
    const before = this.errors.length
    if (error) this.errors.push({ ...error, line, column: 'day' })
    if (!isExchanged(code)) this.errors.push({ line, column: 'currency', code: 'exchange.currency' })
    if (units === undefined) this.errors.push({ line, column: 'rate', code: 'exchange.rate' })
    const key = `${day ?? date} ${code}`
    if (this.#keys.has(key)) this.errors.push({ line, column: '', code: 'exchange.twice' })
    this.#keys.add(key)
    if (day !== undefined && units !== undefined && this.errors.length === before)
      this.rates.push({ line, day, currency: code, rate: units })
  }

  #readDay(date: string): { day?: Day; error?: CodedError } {
    const read = readCellDay(date)
    if ('error' in read) return read
    const code = findDayFault(read.day, this.#now)
    return code ? { ...read, error: { code } } : read
  }

  #end(line: number, error: CodedError): void {
    this.errors.push({ ...error, line, column: '' })
    this.isOver = true
  }
}

/** Reads a rate. None is so high that its digits are in groups. */
function readRate(text: string): ExchangeRate | undefined {
  const read = readCellNumber(text)
  return read === undefined ? undefined : parseRate(typeof read === 'string' ? read : read.decimal)
}

function isColumn(name: string): boolean {
  return RATE_COLUMNS.some((column) => column === name)
}
