import { MAX_DEPOSIT } from '#domains/money/funding/rules.ts'
import { findInvoiceNumbers } from '#kernel/invoice-number.ts'
import type { Day } from '#kernel/days.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { findPaymentReferences } from '#kernel/payment-reference.ts'
import { MAX_ENTRIES } from './vocabulary.ts'
import type { EntryProblem } from './vocabulary.ts'

/** A payment on an account of the network, or a part of a booking of several payments. */
export interface Payment {
  /** The place of the booking in the file, from 1. */
  line: number
  /** Whether it came in or went out. */
  direction: 'in' | 'out'
  /** What the bank calls it or, where that is not sure to name it alone, also its file and place. */
  reference: string
  isSure: boolean
  /**
   * The booking of which it is all or a part, by which a statement and a notification of the same booking know each
   * other although one of them divides it; null when its reference is not sure.
   */
  booking: { reference: string; amount: Amount; parts: number } | null
  /** Above zero. */
  amount: Amount
  currency: string
  bookedOn: Day
  payer: string
  remittance: string
  /** What the payments of a booking that is not divided say, each for itself. */
  details: readonly string[]
  /** Whether the payments in it do not add up to it. */
  isUnexplained: boolean
  /** Whether the bank says that it takes back an earlier booking, or came back. */
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
    const { reference, amount, bookedOn, direction, entryReference } = payment
    const key = `${direction} ${bookedOn} ${amount} ${reference}`
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

/** Finds the invoices and advertisers that a payment names. */
export function findNamed({ remittance, details }: Pick<Payment, 'remittance' | 'details'>) {
  const text = [remittance, ...details].join('\n')
  return { numbers: findInvoiceNumbers(text), references: findPaymentReferences(text) }
}

/**
 * Whether a payment that went out concerns an advertiser: the bank took it back, or it names an invoice or an
 * advertiser. All others are payments of the network.
 */
export function concernsAdvertiser(payment: Pick<Payment, 'remittance' | 'details' | 'isReversal'>): boolean {
  const { numbers, references } = findNamed(payment)
  return payment.isReversal || numbers.length + references.length > 0
}

/**
 * Matches a payment with an advertiser by what its text names: invoices, whose open amounts it has to be, or the
 * reference of the advertiser, with any amount. All has to be of one advertiser, and each payment of a booking that is
 * not divided has to name it. What went out waits for a person.
 */
export function matchPayment(payment: CountedPayment, { invoices, advertiserIds }: Named): Match {
  const { amount, currency, isReversal, isRepeated, isUnexplained, direction, details } = payment
  const findOwners = (texts: Pick<Payment, 'remittance' | 'details'>) => {
    const { numbers, references } = findNamed(texts)
    const named = numbers.flatMap((number) => invoices.get(number) ?? [])
    const known = references.filter((id) => advertiserIds.has(id))
    return { numbers, references, named, owners: new Set([...named.map(({ advertiserId }) => advertiserId), ...known]) }
  }
  const { numbers, references, named, owners } = findOwners(payment)
  const isSilent = details.some((remittance) => findOwners({ remittance, details: [] }).owners.size === 0)
  const [owner] = owners
  const advertiserId = owners.size === 1 ? (owner ?? null) : null
  const open = named.reduce((sum, invoice) => sum + invoice.openAmount, 0n)
  const problems: [isTrue: boolean, problem: EntryProblem][] = [
    [direction === 'out', 'taken_back'],
    [isReversal, 'reversal'],
    [currency !== BASE_CURRENCY, 'currency'],
    [amount > MAX_DEPOSIT, 'above_bound'],
    [isRepeated, 'repeated'],
    [isUnexplained || isSilent, 'unexplained'],
    [numbers.length + references.length === 0, 'no_reference'],
    [owners.size > 1, 'ambiguous'],
    [owners.size === 0 || named.length < numbers.length, 'unknown_reference'],
    [named.length > 0 && open !== amount, 'other_amount'],
  ]
  const problem = problems.find(([isTrue]) => isTrue)?.[1] ?? null
  if (problem === null) for (const invoice of named) invoice.openAmount = 0n
  return { advertiserId, problem, numbers: numbers.filter((number) => invoices.has(number)) }
}
