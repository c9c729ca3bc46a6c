import { MAX_DEPOSIT } from '#domains/money/funding/rules.ts'
import { findNumbers } from '#domains/money/invoices/rules.ts'
import type { Day } from '#kernel/days.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { MAX_ENTRIES } from './vocabulary.ts'
import type { EntryProblem } from './vocabulary.ts'

/** A payment that came in. */
export interface Payment {
  /** The place in the file, from 1. */
  line: number
  reference: string
  amount: Amount
  currency: string
  bookedOn: Day
  payer: string
  remittance: string
  isReversal: boolean
  /** What tells the entry from others of its file: what the bank calls it, or the balance after it; empty for none. */
  entryReference: string
}

/** A payment of a file among those with the same reference, amount and day. */
export interface CountedPayment extends Payment {
  /** Counts them from 1, and those that are repeated from `MAX_ENTRIES` + 1. */
  occurrence: number
  /** Whether the bank says that it is an earlier one of the file once more. */
  isRepeated: boolean
}

/**
 * Counts the payments of a file that have the same reference, amount and day. Each is a payment of its own, unless the
 * bank gives two of them the same entry reference or the same balance: that is one booking, which stands twice. Such a
 * row takes no number from the payments, so that each keeps its own in a file where no row stands twice.
 */
export function countPayments(payments: readonly Payment[]): CountedPayment[] {
  const seen = new Map<string, { own: string[]; repeated: number }>()
  return payments.map((payment) => {
    const { reference, amount, bookedOn, entryReference } = payment
    const key = `${bookedOn} ${amount} ${reference}`
    const earlier = seen.get(key) ?? { own: [], repeated: 0 }
    seen.set(key, earlier)
    const isRepeated = entryReference !== '' && earlier.own.includes(entryReference)
    const occurrence = isRepeated ? MAX_ENTRIES + (earlier.repeated += 1) : earlier.own.push(entryReference)
    return { ...payment, occurrence, isRepeated }
  })
}

/** What the references of payments name. `openAmount` goes down as payments are matched. */
export interface Named {
  invoices: Map<number, { advertiserId: bigint; openAmount: Amount }>
  advertiserIds: ReadonlySet<bigint>
}

/** Whose payment it is, and why it is not recorded at once; without a problem it is. */
export interface Match {
  advertiserId: bigint | null
  problem: EntryProblem | null
  /** The invoices that it names. */
  numbers: readonly number[]
}

const REFERENCE = /\bBRAND[-\s]?0*([1-9]\d{0,17})\b/giu

/** Writes the reference that an advertiser without an invoice writes into its transfers. */
export function formatReference(advertiserId: bigint | number): string {
  return `BRAND-${advertiserId}`
}

/** Finds the advertisers whose references stand in a text. */
export function findReferences(text: string): bigint[] {
  return [...new Set([...text.matchAll(REFERENCE)].map(([, digits = '']) => BigInt(digits)))]
}

/**
 * Matches a payment with an advertiser by what its text names: invoices, whose open amounts it has to be, or the
 * reference of the advertiser, with any amount. All has to be of one advertiser.
 */
export function matchPayment(payment: CountedPayment, { invoices, advertiserIds }: Named): Match {
  const { remittance, amount, currency, isReversal, isRepeated } = payment
  const numbers = findNumbers(remittance)
  const references = findReferences(remittance)
  const named = numbers.flatMap((number) => invoices.get(number) ?? [])
  const owners = new Set([
    ...named.map(({ advertiserId }) => advertiserId),
    ...references.filter((id) => advertiserIds.has(id)),
  ])
  const [owner] = owners
  const advertiserId = owners.size === 1 ? (owner ?? null) : null
  const open = named.reduce((sum, invoice) => sum + invoice.openAmount, 0n)
  const problems: [isTrue: boolean, problem: EntryProblem][] = [
    [isReversal, 'reversal'],
    [currency !== BASE_CURRENCY, 'currency'],
    [amount > MAX_DEPOSIT, 'above_bound'],
    [isRepeated, 'repeated'],
    [numbers.length + references.length === 0, 'no_reference'],
    [owners.size > 1, 'ambiguous'],
    [owners.size === 0 || named.length < numbers.length, 'unknown_reference'],
    [named.length > 0 && open !== amount, 'other_amount'],
  ]
  const problem = problems.find(([isTrue]) => isTrue)?.[1] ?? null
  if (problem === null) for (const invoice of named) invoice.openAmount = 0n
  return { advertiserId, problem, numbers: numbers.filter((number) => invoices.has(number)) }
}
