import type { ColumnChoice } from '#kernel/columns.ts'
import { notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readOwnAccounts } from '../queries/accounts.ts'
import type { EntrySource, FileMode } from '../rules/vocabulary.ts'
import { readBankFile } from './read-bank-file.ts'
import { matchPayments, recordPayments } from './record-entries.ts'
import type { MatchedPayment } from './record-entries.ts'

/** How a file came, whether it is recorded, and from which account publishers are paid. */
export interface ImportOptions {
  mode: FileMode
  source: EntrySource
  payingIban: string | undefined
  /** The columns of a CSV that a person chooses; see `columnsQuery`. */
  columns?: string | undefined
}

/** What came of a file, or would come of it. */
export interface ImportedFile {
  payments: MatchedPayment[]
  skipped: number
  unreadable: number[]
  /** The accounts in it that nobody has confirmed as the network's. Their payments wait in the file. */
  otherAccounts: string[]
  /** The columns that a person chose for a CSV with this header; undefined for other files. */
  choice: ColumnChoice | undefined
}

/**
 * Checks or records a file of the bank. Payments count on the network's own accounts alone; the others stay in the
 * file, and their accounts are kept for an operator to confirm. A CSV names no account: whoever sends it answers for
 * that.
 */
export async function importBankFile(
  ctx: Ctx,
  chunks: AsyncIterable<Uint8Array>,
  { mode, source, payingIban, columns }: ImportOptions,
): Promise<ImportedFile> {
  const { payments, fileId, ...file } = await readBankFile(ctx, chunks, columns)
  const own = await readOwnAccounts(ctx.db, payingIban)
  const isOwn = (account: string | undefined) => account === undefined || own.has(account)
  const otherAccounts = [...new Set(payments.flatMap(({ account }) => (isOwn(account) ? [] : (account ?? []))))]
  if (mode === 'record') await keepAccounts(ctx, otherAccounts)
  const counted = { payments: payments.filter(({ account }) => isOwn(account)), fileId }
  const matched =
    mode === 'record' ? await recordPayments(ctx, { ...counted, source }) : await matchPayments(ctx, counted)
  return { payments: matched, skipped: file.skipped, unreadable: file.unreadable, otherAccounts, choice: file.choice }
}

async function keepAccounts(ctx: Ctx, accounts: readonly string[]): Promise<void> {
  for (const account of accounts) {
    await inTransaction(ctx, async (tx) => {
      const { numInsertedOrUpdatedRows: added } = await tx.db
        .insertInto('bankAccount')
        .values({ account, foundAt: tx.now })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (added) await audit(tx, { action: 'bank-account.find', target: `bank-account:${account}`, details: {} })
    })
  }
}

/** Notes that an account of a file is the network's, or is not. Refuses one that no file named as not found. */
export function confirmAccount(ctx: Ctx, { account, isOwn }: { account: string; isOwn: boolean }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const confirmedBy = tx.actor.kind === 'account' ? tx.actor.accountId : null
    const { numUpdatedRows: changed } = await tx.db
      .updateTable('bankAccount')
      .set(isOwn ? { confirmedAt: tx.now, confirmedBy } : { confirmedAt: null, confirmedBy: null })
      .where('account', '=', account)
      .executeTakeFirst()
    if (changed === 0n) throw notFound()
    const action = isOwn ? 'bank-account.confirm' : 'bank-account.withdraw'
    await audit(tx, { action, target: `bank-account:${account}`, details: {} })
  })
}
