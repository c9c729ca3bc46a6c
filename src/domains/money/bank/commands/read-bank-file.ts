import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { hasMinorUnits } from '#kernel/cells.ts'
import type { CodedError } from '#kernel/error-codes.ts'
import { Refusal } from '#kernel/errors.ts'
import { isCurrency } from '#kernel/lists/currencies.ts'
import type { ColumnChoice } from '#kernel/columns.ts'
import type { BankBooking } from '#platform/server/bank-messages/camt.ts'
import { peekBytes } from '#platform/server/bank-messages/peek-bytes.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readBankMessage } from '#platform/server/bank-messages/read-bank-message.ts'
import { UnreadableXml, looksLikeXml } from '#platform/server/bank-messages/xml.ts'
import { XML_FAULT_CODES } from '#platform/server/bank-messages/xml-refusals.ts'
import { UnreadableCsv } from '#platform/server/files/csv-reader.ts'
import { openTable } from '#platform/server/files/open-table.ts'
import { STATEMENT_LAYOUT, readStatementLine } from '../rules/csv-statement.ts'
import { concernsAdvertiser } from '../rules/match.ts'
import type { Payment } from '../rules/match.ts'
import { isSureReference } from '../rules/references.ts'
import { MAX_ENTRIES } from '../rules/vocabulary.ts'
import { divideBooking } from './divide-booking.ts'

/** A payment of a file, with the account on which it was booked; a CSV file names none. */
export type FiledPayment = Payment & { account: string | undefined }

/** What a file of the bank has. */
export interface BankFile {
  /** The payments that came in, and those that went out and concern an advertiser. */
  payments: FiledPayment[]
  /** How many other entries there are: the network's own payments, and what is not booked yet. */
  skipped: number
  /** The places of entries whose amount or day cannot be read, from 1. */
  unreadable: number[]
  /** Tells the file from others; the same bytes have the same one. */
  fileId: string
  /** The columns that a person chose for a CSV with this header; undefined for other files. */
  choice?: ColumnChoice | undefined
}

/**
 * Reads a file of the bank: camt.053, camt.054, or CSV with a header. Refuses with 422 a file that is neither, one that
 * cannot be read or has no entry, and a CSV with a line whose day, amount or reference cannot be read: nothing of it is
 * used.
 */
export async function readBankFile(ctx: Ctx, chunks: AsyncIterable<Uint8Array>, columns?: string): Promise<BankFile> {
  const hash = createHash('sha256')
  const { first, all } = await peekBytes(hashAll(chunks, hash))
  const read = looksLikeXml(first) ? await readMessage(all) : await readStatement(ctx, all, columns)
  const fileId = hash.digest('hex').slice(0, 16)
  const unknown = read.payments.find(({ currency }) => !isCurrency(currency))
  if (unknown)
    throw refuse({ code: 'bank.unknown_currency', params: { line: unknown.line, currency: unknown.currency } })
  if (read.payments.length > MAX_ENTRIES) throw refuse({ code: 'bank.too_many', params: { max: MAX_ENTRIES } })
  if (read.payments.length + read.skipped + read.unreadable.length === 0) throw refuse({ code: 'bank.empty' })
  return { ...read, fileId }
}

async function* hashAll(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

type ReadFile = Omit<BankFile, 'fileId'>

async function readMessage(chunks: AsyncIterable<Uint8Array>): Promise<ReadFile> {
  let file: ReadFile | undefined
  try {
    for await (const { bookings } of readBankMessage(chunks)) {
      if (!bookings) break
      file ??= { payments: [], skipped: 0, unreadable: [] }
      for (const booking of bookings) addBooking(file, booking)
    }
  } catch (error) {
    if (error instanceof UnreadableXml) throw refuse({ code: XML_FAULT_CODES[error.fault] })
    throw error
  }
  if (!file) throw refuse({ code: 'bank.unknown_format' })
  return file
}

function addBooking(file: ReadFile, booking: BankBooking): void {
  if (booking.account === '') throw refuse({ code: 'bank.no_account' })
  const payments = readBooking(booking)
  if (payments === undefined) file.unreadable.push(booking.line)
  else if (payments.length === 0) file.skipped += 1
  else file.payments.push(...payments)
}

/** Reads the payments of a booking: none of what is not booked or went out for the network; undefined if unreadable. */
function readBooking(booking: BankBooking): FiledPayment[] | undefined {
  const { line, direction, account, amount, currency, day } = booking
  if (!booking.isBooked || amount === 0n) return []
  if (amount === undefined || day === undefined || !hasMinorUnits(amount, currency)) return undefined
  const parts = divideBooking(booking, amount)
  const name = booking.reference || booking.entryReference || booking.place
  // What the bank calls an entry within its file starts again in the next one.
  const isSure = booking.reference !== '' && isSureReference(booking.reference, day)
  return parts
    .map((part, index): FiledPayment => {
      const own = parts.length === 1 ? name : part.reference || `${name}/${index + 1}`
      const place = { line, direction, account, entryReference: parts.length === 1 ? booking.entryReference : '' }
      return {
        ...place,
        reference: own.slice(0, 100),
        isSure: isSure || (part.reference !== '' && isSureReference(part.reference, day)),
        booking: isSure ? { reference: booking.reference, amount, parts: parts.length } : null,
        amount: part.amount,
        currency,
        bookedOn: day,
        payer: part.payer,
        remittance: part.text,
        details: part.details,
        isUnexplained: part.isUnexplained,
        isReversal: booking.isReversal || part.isReturn,
      }
    })
    .filter((payment) => direction === 'in' || concernsAdvertiser(payment))
}

const CSV_FAULT_CODES = {
  'csv.syntax': 'bank.syntax',
  'csv.encoding': 'bank.encoding',
  'csv.separator': 'csv.separator',
} as const

async function readStatement(
  ctx: Ctx,
  chunks: AsyncIterable<Uint8Array>,
  columns: string | undefined,
): Promise<ReadFile> {
  const file: ReadFile = { payments: [], skipped: 0, unreadable: [] }
  try {
    const table = await openTable(ctx, chunks, { layout: STATEMENT_LAYOUT, owner: 'network', columns })
    file.choice = table.choice
    for await (const row of table.rows) {
      const read = readStatementLine(row)
      if (read !== 'nothing' && 'error' in read) throw refuse(read.error)
      if (read === 'nothing' || (read.direction === 'out' && !concernsAdvertiser(read))) file.skipped += 1
      else file.payments.push(nameLine(read))
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    throw refuse({ code: CSV_FAULT_CODES[error.code] })
  }
  return file
}

/** Names a line of a CSV by its reference or, where that is not sure, with the balance after it. */
function nameLine(read: Omit<Payment, 'isSure' | 'booking'>): FiledPayment {
  const { reference, entryReference: balance, amount, bookedOn } = read
  const isNamed = isSureReference(reference, bookedOn)
  const named = isNamed || balance === '' ? reference : `${reference.slice(0, 60)} (balance ${balance.slice(0, 25)})`
  const booking = isNamed ? { reference, amount, parts: 1 } : null
  return { ...read, account: undefined, reference: named, isSure: isNamed || balance !== '', booking }
}

function refuse(error: CodedError): Refusal {
  return new Refusal({ ...error, status: 422, wireCode: 'invalid', field: 'file' })
}
