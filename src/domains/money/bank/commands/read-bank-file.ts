import type { CodedError } from '#kernel/error-codes.ts'
import { Refusal } from '#kernel/errors.ts'
import { isCurrency } from '#kernel/lists/currencies.ts'
import { listBankEntries } from '#platform/server/bank-messages/camt.ts'
import { peekBytes } from '#platform/server/bank-messages/peek-bytes.ts'
import { UnreadableXml, looksLikeXml, readXml } from '#platform/server/bank-messages/xml.ts'
import { XML_FAULT_CODES } from '#platform/server/bank-messages/xml-refusals.ts'
import { UnreadableCsv, readCsv } from '#platform/server/files/csv-reader.ts'
import { findStatementColumns, readStatementLine } from '../rules/csv-statement.ts'
import type { StatementColumns } from '../rules/csv-statement.ts'
import type { Payment } from '../rules/match.ts'
import { MAX_ENTRIES } from '../rules/vocabulary.ts'

/** The payments of a file that came in, and how many of its entries are others: outgoing, or not booked yet. */
export interface BankFile {
  payments: Payment[]
  skipped: number
}

/**
 * Reads a statement of the bank: camt.053, or CSV with a header. Refuses with 422 a file that is neither, one that
 * cannot be read, and one with a line that names no day, amount or reference: nothing of it is used then.
 */
export async function readBankFile(chunks: AsyncIterable<Uint8Array>): Promise<BankFile> {
  const { first, all } = await peekBytes(chunks)
  const file = looksLikeXml(first) ? await readMessage(all) : await readStatement(all)
  const unknown = file.payments.find(({ currency }) => !isCurrency(currency))
  if (unknown)
    throw refuse({ code: 'bank.unknown_currency', params: { line: unknown.line, currency: unknown.currency } })
  if (file.payments.length > MAX_ENTRIES) throw refuse({ code: 'bank.too_many', params: { max: MAX_ENTRIES } })
  return file
}

async function readMessage(chunks: AsyncIterable<Uint8Array>): Promise<BankFile> {
  const root = await readXml(chunks).catch((error: unknown) => {
    if (error instanceof UnreadableXml) throw refuse({ code: XML_FAULT_CODES[error.fault] })
    throw error
  })
  const entries = listBankEntries(root)
  if (!entries) throw refuse({ code: 'bank.unknown_format' })
  const file: BankFile = { payments: [], skipped: 0 }
  for (const entry of entries) {
    const { line, reference, entryReference, amount, currency, day, counterparty, text, isReversal } = entry
    if (!entry.isBooked || entry.direction === 'out' || amount === 0n) {
      file.skipped += 1
      continue
    }
    if (amount === undefined || day === undefined) throw refuse({ code: 'bank.entry', params: { line } })
    const parties = { payer: counterparty, remittance: text }
    const named = { line, reference, entryReference }
    file.payments.push({ ...named, amount, currency, bookedOn: day, ...parties, isReversal })
  }
  return file
}

async function readStatement(chunks: AsyncIterable<Uint8Array>): Promise<BankFile> {
  const file: BankFile = { payments: [], skipped: 0 }
  let columns: StatementColumns | undefined
  try {
    for await (const { line, cells } of readCsv(chunks)) {
      if (!columns) {
        columns = findStatementColumns(cells)
        if (!columns) break
        continue
      }
      const read = readStatementLine(cells, columns, line)
      if (read === undefined) throw refuse({ code: 'bank.entry', params: { line } })
      if (read === 'out') file.skipped += 1
      else file.payments.push(read)
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    throw refuse({ code: error.reason === 'encoding' ? 'bank.encoding' : 'bank.syntax' })
  }
  if (!columns) throw refuse({ code: 'bank.columns' })
  return file
}

function refuse(error: CodedError): Refusal {
  return new Refusal({ ...error, status: 422, wireCode: 'invalid', field: 'file' })
}
