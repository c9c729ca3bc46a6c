import type { Day } from '#kernel/days.ts'
import type { InvoiceLineKind } from './rules.ts'

/**
 * What an advertiser that pays later owes for a UTC month. Amounts are in 1/10,000 USD: lines + carried = amount +
 * rest. Never changed.
 */
export interface InvoiceTable {
  id: string
  /** Counts the invoices of the network from 1, without gaps. */
  number: number
  advertiserId: bigint
  /** The first day of the month. */
  month: Day
  issuedAt: Date
  /** The last day on which a payment is in time. */
  dueOn: Day
  linesAmount: bigint
  /** What the invoice before left over. */
  carriedAmount: bigint
  /** In whole cents; below zero when corrections outweigh the new orders. */
  amount: bigint
  /** Less than a cent, which the next invoice carries. */
  restAmount: bigint
  /** The deposits less refunds with which this invoice and all that was due before it are paid. */
  paidAtAmount: bigint
  legalName: string
  street: string
  postalCode: string
  city: string
  /** An ISO 3166 code, or empty. */
  countryCode: string
  vatNumber: string
}

/** What an invoice asks for the orders of a programme, in 1/10,000 USD. */
export interface InvoiceLineTable {
  invoiceId: string
  lineNo: number
  programId: bigint
  programTitle: string
  kind: InvoiceLineKind
  orderCount: number
  commission: bigint
  fee: bigint
}

/** An entry of the ledger that an invoice contains; no other invoice contains it. */
export interface InvoiceEntryTable {
  publisherId: bigint
  entryId: string
  invoiceId: string
  /** Whether it takes back, or adds to, what an earlier invoice contains. */
  isCorrection: boolean
}

/** One row: the last number of an invoice. */
export interface InvoiceCounterTable {
  isOnly: boolean
  lastNumber: number
}

/** The last month of an advertiser that was invoiced, or had nothing to invoice. */
export interface InvoicedMonthTable {
  advertiserId: bigint
  month: Day
}

/** An invoice of which its advertiser was told that it is overdue. */
export interface InvoiceNoticeTable {
  invoiceId: string
  mailedAt: Date
}

/** The tables that this domain owns. */
export interface InvoiceTables {
  invoice: InvoiceTable
  invoiceLine: InvoiceLineTable
  invoiceEntry: InvoiceEntryTable
  invoiceCounter: InvoiceCounterTable
  invoicedMonth: InvoicedMonthTable
  invoiceNotice: InvoiceNoticeTable
}
