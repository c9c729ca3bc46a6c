import type { Generated } from 'kysely'
import type { Day } from '#kernel/days.ts'
import type { EntryProblem, EntrySource, EntryState } from './rules/vocabulary.ts'

/**
 * A payment on an account of the network that came in, or went out and concerns an advertiser. Direction, reference,
 * amount and day make it known, and its number among those of a file that share them.
 */
export interface BankEntryTable {
  id: string
  direction: Generated<'in' | 'out'>
  /** What the bank calls it; with the file if that is not sure to name it alone. */
  reference: string
  isSure: Generated<boolean>
  /** The start of the SHA-256 of the file. */
  fileId: Generated<string>
  /** The booking of which it is all or a part: what the bank calls it, its amount, and how many parts the file has. */
  booking: string | null
  bookingAmount: bigint | null
  bookingParts: number | null
  /** In 1/10,000 of the unit of its currency; above zero. */
  amount: bigint
  currency: string
  bookedOn: Day
  /** Counts the payments of a file with the same reference, amount and day; see `CountedPayment`. */
  occurrence: Generated<number>
  payer: string
  /** What the payer wrote. */
  remittance: string
  state: EntryState
  /** Why it was not recorded at once; null when it was. */
  problem: EntryProblem | null
  /** Whose payment it is or, while it waits, probably is. */
  advertiserId: bigint | null
  depositId: string | null
  /** The deposit that it may be, which an operator entered by hand; set if that is its problem. */
  likelyDepositId: string | null
  /** The entry of an earlier file that it may be once more, or may take back. */
  earlierEntryId: string | null
  source: EntrySource
  importedAt: Date
  decidedBy: bigint | null
  decidedAt: Date | null
  /** Why it was dismissed. */
  note: string | null
}

/** An account that a file of the bank named. */
export interface BankAccountTable {
  /** The IBAN, or what else numbers it, without blanks. */
  account: string
  foundAt: Date
  /** Since when it is one of the network; null while no operator says so. */
  confirmedAt: Date | null
  confirmedBy: bigint | null
}

/** One row: what came of the last fetch. */
export interface BankFetchTable {
  isOnly: Generated<boolean>
  fetchedAt: Date
  /** Why it failed; null when the file was read. */
  fault: string | null
  recorded: number
  waiting: number
  known: number
}

/** The tables that this domain owns. */
export interface BankTables {
  bankAccount: BankAccountTable
  bankEntry: BankEntryTable
  bankFetch: BankFetchTable
}
