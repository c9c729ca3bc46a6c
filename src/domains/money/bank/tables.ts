import type { Generated } from 'kysely'
import type { Day } from '#kernel/days.ts'
import type { EntryProblem, EntrySource, EntryState } from './rules/vocabulary.ts'

/**
 * A payment that came in on the network's bank account. Reference, amount and day make it known, and its number among
 * those of a file that share the three.
 */
export interface BankEntryTable {
  id: string
  /** What the bank calls it. */
  reference: string
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
  source: EntrySource
  importedAt: Date
  decidedBy: bigint | null
  decidedAt: Date | null
  /** Why it was dismissed. */
  note: string | null
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
  bankEntry: BankEntryTable
  bankFetch: BankFetchTable
}
