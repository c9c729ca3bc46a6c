import type { Db } from '#database'
import { DEFAULT_SMALLEST_MISSING } from '../rules.ts'

/** Reads how advertisers pay the network; undefined until an operator has said so. */
export function findPaymentInstructions(db: Db) {
  return db
    .selectFrom('paymentInstruction')
    .select(['accountHolder', 'account', 'bank', 'note', 'smallestMissing', 'changedAt'])
    .executeTakeFirst()
}

/** How advertisers pay the network. */
export type PaymentInstructions = NonNullable<Awaited<ReturnType<typeof findPaymentInstructions>>>

/** Returns what has to be missing before a lack of funds has consequences. */
export function getSmallestMissing(instructions: PaymentInstructions | undefined): bigint {
  return instructions?.smallestMissing ?? DEFAULT_SMALLEST_MISSING
}
