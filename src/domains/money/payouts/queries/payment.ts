import type { Db } from '#database'
import { findOpenPeriod } from '#domains/people/account-states/queries.ts'
import { getProfile } from '#domains/people/publishers/queries.ts'
import type { SealedColumn, Sealing } from '#platform/server/sealing/sealing.ts'
import type { BankAccount } from '../rules/payment.ts'
import type { PayoutDestination } from '../rules/runs.ts'

/** Where bank accounts are stored. */
export const SEALED_BANK: SealedColumn = { table: 'payment_detail', column: 'bank_sealed', key: 'id' }

/** Where the destinations of payouts are stored. */
export const SEALED_DESTINATION: SealedColumn = {
  table: 'payout_destination',
  column: 'destination_sealed',
  key: 'payout_id',
}

interface StoredDestination {
  publisherId: bigint
  bankSealed: Buffer | null
  /** Empty when there is none. */
  paypalEmail: string
}

/** Opens where a publisher is paid: its bank account, or else PayPal; null without both. */
export function openDestination(sealing: Sealing, stored: StoredDestination): PayoutDestination | null {
  const bank = openBank(sealing, stored)
  if (bank) return { bank }
  return stored.paypalEmail === '' ? null : { paypalEmail: stored.paypalEmail }
}

function openBank(
  sealing: Sealing,
  { publisherId, bankSealed }: Pick<StoredDestination, 'publisherId' | 'bankSealed'>,
): BankAccount | null {
  if (bankSealed === null) return null
  const place = { column: SEALED_BANK, row: publisherId.toString() }
  return JSON.parse(sealing.open(place, bankSealed).toString()) as BankAccount
}

/** Reads how a publisher is paid, with the opened bank account. */
export async function getPayment(db: Db, sealing: Sealing, { publisherId }: { publisherId: bigint }) {
  const { paypalEmail } = await getProfile(db, { publisherId })
  const row = await db.selectFrom('paymentDetail').selectAll().where('id', '=', publisherId).executeTakeFirst()
  return {
    thresholdAmount: row?.thresholdAmount ?? 0n,
    billingEmail: row?.billingEmail ?? '',
    paypalEmail,
    destinationChangedAt: row?.destinationChangedAt ?? null,
    hold: await findOpenPeriod(db, { publisherId, state: 'on_hold' }),
    bank: openBank(sealing, { publisherId, bankSealed: row?.bankSealed ?? null }),
  }
}
