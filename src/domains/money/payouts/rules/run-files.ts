import type { RunFile } from '../contract/runs.ts'

/** The most payouts in one file: PayPal takes 5,000 rows, and banks take no less. */
export const MAX_FILE_PAYOUTS = 5000

/** A payment file of a run; `index` counts the files of its kind from 0. */
export interface NamedFile extends RunFile {
  index: number
}

/**
 * Lists the files of a run: one of PayPal and one of the bank for each 5,000 payouts, and the list of all payouts. A
 * network without a bank account has no files for the bank.
 */
export function listRunFiles(counts: { paypal: number; bank: number }, hasBankAccount: boolean): NamedFile[] {
  const split = (kind: 'paypal' | 'bank', count: number, ending: string) =>
    Array.from({ length: Math.ceil(count / MAX_FILE_PAYOUTS) }, (_, index) => ({
      name: `${kind}-${index + 1}.${ending}`,
      kind,
      index,
      payouts: Math.min(MAX_FILE_PAYOUTS, count - index * MAX_FILE_PAYOUTS),
    }))
  return [
    ...split('paypal', counts.paypal, 'csv'),
    ...(hasBankAccount ? split('bank', counts.bank, 'xml') : []),
    { name: 'payouts.csv', kind: 'list', index: 0, payouts: counts.paypal + counts.bank },
  ]
}

/** Writes the id of the message of a payment file. It has at most 35 characters, so a long number cuts the run's id. */
export function toMessageId(runId: string, fileNumber: number): string {
  const ending = `-${fileNumber}`
  return runId.replaceAll('-', '').slice(0, 35 - ending.length) + ending
}

/** Reads the number of the payment file of a run from the id of its message; undefined for other messages. */
export function readFileNumber(runId: string, messageId: string): number | undefined {
  const fileNumber = Number(/-([1-9]\d{0,4})$/.exec(messageId)?.[1] ?? 0)
  return fileNumber > 0 && toMessageId(runId, fileNumber) === messageId ? fileNumber : undefined
}

const UUID = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/

/** Writes the id of a payout in at most 25 letters and digits, because PayPal's `customer_id` has at most 30. */
export function toPaypalId(payoutId: string): string {
  return BigInt(`0x${payoutId.replaceAll('-', '')}`).toString(36)
}

/** Reads what `toPaypalId` wrote; undefined for other text. */
export function readPaypalId(text: string): string | undefined {
  if (!/^[\da-z]{1,25}$/.test(text)) return undefined
  let value = 0n
  for (const digit of text) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  const groups = UUID.exec(value.toString(16).padStart(32, '0'))
  return groups?.slice(1).join('-')
}
