import type { Db } from '#database'
import { findPaymentInstructions } from '#domains/money/funding/queries/payment-instructions.ts'

/** Lists the accounts that files named, the latest first, with the operator who confirmed each. */
export function listAccounts(db: Db) {
  return db
    .selectFrom('bankAccount')
    .leftJoin('accountSummary as by', 'by.id', 'bankAccount.confirmedBy')
    .select(['bankAccount.account', 'bankAccount.foundAt', 'bankAccount.confirmedAt', 'by.displayName as confirmedBy'])
    .orderBy('bankAccount.foundAt', 'desc')
    .orderBy('bankAccount.account')
    .limit(200)
    .execute()
}

/** An account that a file named. */
export type AccountRow = Awaited<ReturnType<typeof listAccounts>>[number]

/**
 * Reads the accounts of the network: the one that pays publishers, the one that advertisers are told to pay to, and
 * those that operators confirmed.
 */
export async function readOwnAccounts(db: Db, payingIban: string | undefined): Promise<Set<string>> {
  const confirmed = await db.selectFrom('bankAccount').select('account').where('confirmedAt', 'is not', null).execute()
  const paying = payingIban === undefined ? [] : [payingIban.replaceAll(/\s/g, '').toUpperCase()]
  const instructions = await findPaymentInstructions(db)
  const told = instructions ? [instructions.account] : []
  return new Set([...paying, ...told, ...confirmed.map(({ account }) => account)])
}
