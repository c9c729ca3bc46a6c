import type { CodedError } from '#kernel/error-codes.ts'
import { readCellDay, readCellNumber } from '#kernel/cells.ts'
import type { Day } from '#kernel/days.ts'
import type { ColumnChoice, ImportLayout } from '#kernel/columns.ts'
import type { Ctx } from '#platform/server/context.ts'
import { UnreadableCsv } from '#platform/server/files/csv-reader.ts'
import { openTable } from '#platform/server/files/open-table.ts'
import type { TableRow } from '#platform/server/files/open-table.ts'
import { MAX_RATE_ERRORS, MAX_RATE_ROWS, isExchanged, parseRate } from '../rules.ts'
import { findDayFault } from './record-rates.ts'
import type { DayRate } from '../queries.ts'
import type { ExchangeRate, RATE_COLUMNS } from '../rules.ts'

/** An error in a file: `line` counts from 1 and includes the header; `column` is empty for a whole line. */
export type RateFileError = CodedError & { line: number; column: string }

/** A rate with its line. */
export type FiledRate = DayRate & { line: number }

/** The rates of a file, or its errors sorted by line, at most `MAX_RATE_ERRORS`. */
export interface RateFile {
  rates: FiledRate[]
  errors: RateFileError[]
  /** The columns that a person chose for this header; undefined where they have their names. */
  choice: ColumnChoice | undefined
}

type RateColumn = (typeof RATE_COLUMNS)[number]

const RATE_LAYOUT: ImportLayout<RateColumn> = {
  name: 'exchange_rates',
  columns: { day: ['day'], currency: ['currency'], rate: ['rate'] },
  required: [['day'], ['currency'], ['rate']],
  mayHaveOthers: false,
}

/**
 * Reads a file of rates: CSV with a header and columns in any order. Refuses with 422 a file whose columns are not
 * found.
 */
export async function readRateFile(ctx: Ctx, file: AsyncIterable<Uint8Array>, columns?: string): Promise<RateFile> {
  const reading = new RateReading(ctx.now)
  let choice: ColumnChoice | undefined
  try {
    const table = await openTable(ctx, file, { layout: RATE_LAYOUT, owner: 'network', columns })
    choice = table.choice
    for await (const row of table.rows) {
      reading.read(row)
      if (reading.isOver) break
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    reading.errors.push({ line: error.line, column: '', code: error.code })
  }
  const { rates, errors } = reading
  if (rates.length === 0 && errors.length === 0) errors.push({ line: 1, column: '', code: 'promotion.import_empty' })
  return { rates, errors, choice }
}

/** What was read of a file. */
class RateReading {
  readonly rates: FiledRate[] = []
  readonly errors: RateFileError[] = []
  /** Whether the file is wrong as a whole, or has errors enough. */
  isOver = false
  readonly #now: Date
  readonly #keys = new Set<string>()

  constructor(now: Date) {
    this.#now = now
  }

  read({ line, cells, isTooLong }: TableRow<RateColumn>): void {
    const params = { max: MAX_RATE_ROWS }
    if (this.rates.length === params.max) this.#end(line, { code: 'promotion.import_rows', params })
    else if (isTooLong) this.errors.push({ line, column: '', code: 'csv.cells' })
    else this.#readRow(line, cells)
    if (this.errors.length >= MAX_RATE_ERRORS) this.isOver = true
  }

  #readRow(line: number, { day: date = '', currency = '', rate = '' }: Partial<Record<RateColumn, string>>): void {
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
