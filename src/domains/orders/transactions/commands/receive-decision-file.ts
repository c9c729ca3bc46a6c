import { sql } from 'kysely'
import { Refusal } from '#kernel/errors.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { notify } from '#platform/server/database/notify.ts'
import type { DecisionCells, DecisionRow, FileSource } from '../rules/decision-file.ts'
import { isNextPart } from '../rules/decision-parts.ts'
import type { DecisionFileTable } from '../tables.ts'
import { DECISION_FILES_CHANNEL, askForStep, getAsker } from './change-decision-file.ts'

/** The most files of an advertiser that wait for the job at once. */
const MAX_WAITING_FILES = 20

/** The most lines of all files of an advertiser that are kept. */
export const MAX_KEPT_LINES = 5_000_000

/** The rows that one statement inserts. */
const BATCH_SIZE = 1000

/** A file of decisions that an advertiser sends. */
export interface NewDecisionFile extends Pick<DecisionFileTable, 'advertiserId' | 'name' | 'format' | 'hash' | 'mode'> {
  rows: AsyncIterable<DecisionRow> | Iterable<DecisionRow>
}

/**
 * Stores a file of decisions, which a job checks and decides. The same content is the same file: sent again, it is
 * answered by its id, and only one that is checked, or whose step failed, begins another step. Refuses with 409 when
 * too many files of the advertiser wait or are kept, and to decide by a file that is worked on for something else.
 */
export function receiveDecisionFile(ctx: Ctx, file: NewDecisionFile): Promise<string> {
  const { advertiserId, name, format, hash, mode } = file
  return inTransaction(ctx, async (tx) => {
    await lockFiles(tx, advertiserId)
    const known = await tx.db
      .selectFrom('decisionFile')
      .select(['id', 'mode', 'endedAt'])
      .where('advertiserId', '=', advertiserId)
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (known) {
      const isAskedOtherwise = known.endedAt === null && mode !== 'check' && mode !== known.mode
      if (isAskedOtherwise) throw new Refusal({ code: 'transaction.file_step', status: 409 })
      await askForStep(tx, { advertiserId, fileId: known.id, mode, from: ['checked', 'failed'] })
      return known.id
    }
    const own = { advertiserId, name, format, hash, mode, source: 'file' as const }
    return createDecisionFile(tx, own, (id) => insertRows(tx, id, file.rows))
  })
}

/** Lets one call at a time store a file of an advertiser, until the end of the transaction. */
async function lockFiles(tx: Ctx, advertiserId: bigint): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`decision files of ${advertiserId}`}, 0))`.execute(tx.db)
}

/** What describes a file beside its rows. */
interface FileHead extends Pick<DecisionFileTable, 'advertiserId' | 'name' | 'format' | 'hash' | 'mode'> {
  source: FileSource
  evidenceFileId?: string | null
}

/**
 * Stores a file inside the caller's transaction. `fill` inserts its rows and answers their number. Refuses with 409
 * when too many files of the advertiser wait or are kept.
 */
export async function createDecisionFile(
  tx: Ctx,
  head: FileHead,
  fill: (fileId: string) => Promise<number>,
): Promise<string> {
  const { advertiserId, hash, mode } = head
  await lockFiles(tx, advertiserId)
  await checkRoom(tx, advertiserId)
  const id = uuid7(tx.now.getTime())
  const status = mode === 'check' ? ('checking' as const) : ('deciding' as const)
  const asker = getAsker(tx)
  const sent = { sentBy: asker.askedBy, sentKey: asker.askedKey, sentAt: tx.now, ...asker, askedAt: tx.now }
  await tx.db
    .insertInto('decisionFile')
    .values({ id, ...head, status, lineCount: 1, ...sent })
    .execute()
  const lineCount = await fill(id)
  await tx.db.updateTable('decisionFile').set({ lineCount }).where('id', '=', id).execute()
  const details = { hash: hash.toString('hex'), lines: lineCount, mode, source: head.source }
  await audit(tx, { action: 'decision-file.send', target: `decision-file:${id}`, details })
  await notify(tx, DECISION_FILES_CHANNEL)
  return id
}

async function checkRoom(tx: Ctx, advertiserId: bigint): Promise<void> {
  const { waiting, lines } = await tx.db
    .selectFrom('decisionFile')
    .select(sql<number>`count(*) FILTER (WHERE ended_at IS NULL)::int`.as('waiting'))
    .select(sql<number>`coalesce(sum(line_count), 0)::int`.as('lines'))
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirstOrThrow()
  if (waiting >= MAX_WAITING_FILES) {
    throw new Refusal({ code: 'transaction.file_waiting', params: { max: MAX_WAITING_FILES }, status: 409 })
  }
  if (lines >= MAX_KEPT_LINES) {
    throw new Refusal({ code: 'transaction.file_room', params: { max: MAX_KEPT_LINES }, status: 409 })
  }
}

/** Inserts the rows of a file while they are read, and answers their number. */
async function insertRows(tx: Ctx, fileId: string, rows: NewDecisionFile['rows']): Promise<number> {
  let batch: (DecisionRow & { partOf: number | null })[] = []
  let count = 0
  let last: { cells: DecisionCells; partOf: number | null; line: number } | undefined
  const insert = async () => {
    if (batch.length > 0) {
      await sql`
        INSERT INTO decision_file_row (file_id, line, cells, text_error, part_of)
        SELECT ${fileId}, * FROM unnest(
          ${batch.map(({ line }) => line)}::int[],
          ${batch.map(({ cells }) => JSON.stringify(cells))}::jsonb[],
          ${batch.map(({ textError }) => (textError ? JSON.stringify(textError) : null))}::jsonb[],
          ${batch.map(({ partOf }) => partOf)}::int[]
        )`.execute(tx.db)
    }
    count += batch.length
    batch = []
  }
  for await (const row of rows) {
    const isPart = last !== undefined && isNextPart(row.cells, last.cells)
    last = { ...row, partOf: isPart && last ? (last.partOf ?? last.line) : null }
    batch.push({ ...row, partOf: last.partOf })
    if (batch.length === BATCH_SIZE) await insert()
  }
  await insert()
  return count
}
