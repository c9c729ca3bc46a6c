import { sql } from 'kysely'
import { Refusal, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { notify } from '#platform/server/database/notify.ts'
import type { FileMode, FileStatus } from '../rules/decision-file.ts'

/** The notification channel for files whose step waits for the job. */
export const DECISION_FILES_CHANNEL = 'decision_files'

/** A file of an advertiser. */
interface OwnFile {
  advertiserId: bigint
  fileId: string
}

/**
 * Asks for the decisions of a file. A checked one is decided as `mode` says. One that was decided or taken back is
 * decided again, without the wrong lines: its lines that decided nothing, and those that were taken back; so is one
 * whose step failed. Refuses with 409 a file whose step waits or is under way.
 */
export function decideFile(ctx: Ctx, { mode, ...own }: OwnFile & { mode: 'all' | 'valid' }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const from: FileStatus[] = mode === 'valid' ? ['checked', 'decided', 'reversed', 'failed'] : ['checked']
    if (await askForStep(tx, { ...own, mode, from })) {
      await tx.db
        .updateTable('decisionFileRow')
        .set({ reversal: null, reversalError: null })
        .where('fileId', '=', own.fileId)
        .where('reversal', '=', 'kept')
        .execute()
      await tx.db
        .updateTable('decisionFileRow')
        .set({ result: null, sequence: null, reversal: null, reversalError: null })
        .where('fileId', '=', own.fileId)
        .where('reversal', '=', 'reversed')
        .execute()
      return
    }
    throw await refuseStep(tx, own)
  })
}

/**
 * Asks to take back what a file decided; `note` tells the publishers why. Refuses with 409 a file that has decided
 * nothing, or whose step waits or is under way.
 */
export function reverseFile(ctx: Ctx, { advertiserId, fileId, note }: OwnFile & { note: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const begun = await tx.db
      .updateTable('decisionFile')
      .set({ status: 'reversing', doneCount: 0, doneLine: 0, endedAt: null, failures: 0, reversalNote: note })
      .set({ ...getAsker(tx), askedAt: tx.now })
      .where('id', '=', fileId)
      .where('advertiserId', '=', advertiserId)
      .where('status', 'in', ['decided', 'reversed', 'failed'])
      .returning('id')
      .executeTakeFirst()
    if (!begun) throw await refuseStep(tx, { advertiserId, fileId })
    await audit(tx, { action: 'decision-file.ask_reversal', target: `decision-file:${fileId}` })
    await notify(tx, DECISION_FILES_CHANNEL)
  })
}

async function refuseStep(tx: Ctx, { advertiserId, fileId }: OwnFile): Promise<Refusal> {
  const file = await tx.db
    .selectFrom('decisionFile')
    .select('id')
    .where('id', '=', fileId)
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirst()
  return file ? new Refusal({ code: 'transaction.file_step', status: 409 }) : notFound()
}

/** Begins a check or the decisions of a file in one of the statuses `from`. Answers whether it begins. */
export async function askForStep(
  tx: Ctx,
  { advertiserId, fileId, mode, from }: OwnFile & { mode: FileMode; from: FileStatus[] },
): Promise<boolean> {
  const status = mode === 'check' ? ('checking' as const) : ('deciding' as const)
  const begun = await tx.db
    .updateTable('decisionFile')
    .set({ status, mode, doneCount: 0, doneLine: 0, figures: null, endedAt: null, failures: 0 })
    .set({ ...getAsker(tx), askedAt: tx.now })
    .where('id', '=', fileId)
    .where('advertiserId', '=', advertiserId)
    .where('status', 'in', from)
    .returning('id')
    .executeTakeFirst()
  if (!begun) return false
  await audit(tx, { action: 'decision-file.ask', target: `decision-file:${fileId}`, details: { mode } })
  await notify(tx, DECISION_FILES_CHANNEL)
  return true
}

/** Lets one process work on a file at a time, until the end of the transaction. */
export async function lockFile(tx: Ctx, id: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`decision file ${id}`}, 0))`.execute(tx.db)
}

/** Who asks: an account, or a program by an API key of the account. */
export function getAsker({ actor }: Ctx): { askedBy: bigint | null; askedKey: bigint | null } {
  const askedBy = actor.kind === 'account' || actor.kind === 'key' ? actor.accountId : null
  return { askedBy, askedKey: actor.kind === 'key' ? actor.keyId : null }
}
