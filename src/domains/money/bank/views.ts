import { formatAmount } from '#kernel/money.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import { describeFetchFault } from '#platform/server/outbound/fetch-file.ts'
import type { Locale } from '#texts/texts.ts'
import type { BankAccount, FilePayment, WaitingEntry } from './contract.ts'
import type { MatchedPayment } from './commands/record-entries.ts'
import type { AccountRow } from './queries/accounts.ts'
import type { WaitingRow } from './queries/entries.ts'
import { MAX_ENTRIES } from './rules/vocabulary.ts'
import type { BankFetchTable } from './tables.ts'

/** Shows a payment of a file with what comes of it. */
export function viewPayment(payment: MatchedPayment, names: ReadonlyMap<bigint, string>): FilePayment {
  const { advertiserId } = payment
  return {
    line: payment.line,
    reference: payment.reference,
    amount: formatAmount(payment.amount),
    currency: payment.currency,
    booked_on: payment.bookedOn,
    occurrence: viewOccurrence(payment.occurrence),
    payer: payment.payer,
    remittance: payment.remittance,
    problem: payment.problem,
    direction: payment.direction,
    looks_like: payment.likely && { moved_on: payment.likely.movedOn, reference: payment.likely.reference },
    earlier: payment.earlier && { booked_on: payment.earlier.bookedOn, reference: payment.earlier.reference },
    advertiser_id: advertiserId === null ? null : Number(advertiserId),
    advertiser_name: (advertiserId === null ? undefined : names.get(advertiserId)) ?? null,
    outcome: payment.outcome,
  }
}

/** Shows a payment that waits. */
export function viewWaiting(row: WaitingRow): WaitingEntry {
  return {
    entry_id: row.id,
    reference: row.reference,
    amount: formatAmount(row.amount),
    currency: row.currency,
    booked_on: row.bookedOn,
    occurrence: viewOccurrence(row.occurrence),
    payer: row.payer,
    remittance: row.remittance,
    problem: row.problem,
    direction: row.direction,
    earlier: row.earlierDay === null ? null : { booked_on: row.earlierDay, reference: row.earlierReference ?? '' },
    looks_like: row.likelyDay === null ? null : { moved_on: row.likelyDay, reference: row.likelyReference ?? '' },
    advertiser_id: row.advertiserId === null ? null : Number(row.advertiserId),
    advertiser_name: row.advertiserName,
    imported_at: row.importedAt.toISOString(),
  }
}

const FILE_FAULTS = [
  'bank.too_large',
  'bank.too_complex',
  'bank.too_slow',
  'bank.encoding',
  'bank.mislabelled',
  'bank.empty',
  'bank.no_account',
  'bank.other_account',
  'bank.unreadable',
  'bank.entities',
  'bank.syntax',
  'bank.unknown_format',
] as const

/** Shows an account that a file named. */
export function viewAccount({ account, foundAt, confirmedAt, confirmedBy }: AccountRow): BankAccount {
  return {
    account,
    found_at: foundAt.toISOString(),
    confirmed_at: confirmedAt?.toISOString() ?? null,
    confirmed_by: confirmedBy,
  }
}

/** Shows what came of the last fetch, with its fault as a sentence. */
export function viewFetch(fetched: Omit<BankFetchTable, 'isOnly'>, locale: Locale) {
  const { fetchedAt, fault, recorded, waiting, known } = fetched
  return {
    fetched_at: fetchedAt.toISOString(),
    fault: fault === null ? null : describeFault(fault, locale),
    recorded,
    waiting,
    known,
  }
}

function describeFault(fault: string, locale: Locale): string {
  const code = FILE_FAULTS.find((each) => each === fault || each === `bank.${fault}`)
  if (code) return errorText(locale, { code })
  if (fault === 'csv.column_missing') return mailTexts(locale, 'bank')('fetch.columns')
  return describeFetchFault(fault, locale) ?? mailTexts(locale, 'bank')('fetch.unreadable')
}

/** The number of a payment; none for a booking that stands in its file before. */
function viewOccurrence(occurrence: number): number | null {
  return occurrence > MAX_ENTRIES ? null : occurrence
}
