import type { Db } from '#database'
import { findOpenPeriod } from '#domains/people/account-states/queries.ts'
import { getProfile } from '#domains/people/publishers/queries.ts'
import type { SealedColumn, Sealing } from '#platform/server/sealing/sealing.ts'
import type { BankAccount } from '../rules/payment.ts'

/** Where bank accounts are stored. */
export const SEALED_BANK: SealedColumn = { table: 'payment_detail', column: 'bank_sealed', key: 'id' }

/** Where the destinations of payouts are stored. */
export const SEALED_DESTINATION: SealedColumn = {
  table: 'payout_destination',
  column: 'destination_sealed',
  key: 'payout_id',
}

/** Reads how a publisher is paid, with the opened bank account. */
export async function getPayment(db: Db, sealing: Sealing, { publisherId }: { publisherId: bigint }) {
  const { paypalEmail } = await getProfile(db, { publisherId })
  const row = await db.selectFrom('paymentDetail').selectAll().where('id', '=', publisherId).executeTakeFirst()
  const place = { column: SEALED_BANK, row: publisherId.toString() }
  const bank = row?.bankSealed ? (JSON.parse(sealing.open(place, row.bankSealed).toString()) as BankAccount) : null
  return {
    thresholdAmount: row?.thresholdAmount ?? 0n,
    billingEmail: row?.billingEmail ?? '',
    paypalEmail,
    destinationChangedAt: row?.destinationChangedAt ?? null,
    hold: await findOpenPeriod(db, { publisherId, state: 'on_hold' }),
    bank,
  }
}
