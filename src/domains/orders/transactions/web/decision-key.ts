import type { PublisherTransactionView } from '../contract/transaction.ts'

/** Builds the key by which a decision names a transaction: its publisher, its id and the status that is shown. */
export function getDecisionKey(row: PublisherTransactionView): string {
  return `${row.publisher_id}.${row.transaction_id}.${row.status}`
}
