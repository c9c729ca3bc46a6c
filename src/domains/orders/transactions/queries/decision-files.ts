import { sql } from 'kysely'
import type { Db } from '#database'
import { notFound } from '#kernel/errors.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import { ROW_RESULTS } from '../contract/vocabulary.ts'
import type {
  ActionFigures,
  DecisionRow,
  FileFigures,
  FileSource,
  PartLine,
  RowError,
  RowResult,
} from '../rules/decision-file.ts'
import type { DecisionFileTable } from '../tables.ts'

/** A file whose step waits or is under way. */
export type WaitingFile = Pick<
  DecisionFileTable,
  'id' | 'advertiserId' | 'mode' | 'askedBy' | 'askedKey' | 'reversalNote'
> & {
  source: FileSource
  evidenceFileId: string | null
  doneCount: number
  doneLine: number
  status: 'checking' | 'deciding' | 'reversing'
}

/**
 * Lists the file of each advertiser that was asked for first, or the one with the id, if its step is not done; none of
 * `without`.
 */
export async function listWaitingFiles(
  db: Db,
  { id, without = [] }: { id?: string; without?: readonly string[] } = {},
): Promise<WaitingFile[]> {
  const { rows } = await sql<WaitingFile>`
    SELECT DISTINCT ON (advertiser_id) id, advertiser_id, mode, status, done_count, done_line, asked_by,
      asked_key, reversal_note, source, evidence_file_id
    FROM decision_file
    WHERE ended_at IS NULL ${id === undefined ? sql`` : sql`AND id = ${id}`} AND id <> ALL (${without}::uuid[])
    ORDER BY advertiser_id, asked_at, id`.execute(db)
  return rows
}

/**
 * Reads the next rows of a file that have not been decided, each with its parts. Rows that were selected carry the key
 * of their order.
 */
export async function readFileRows(
  db: Db,
  { file, after, limit }: { file: Pick<WaitingFile, 'id' | 'source'>; after: number; limit: number },
): Promise<DecisionRow[]> {
  const rows = await db
    .selectFrom('decisionFileRow')
    .select(['line', 'cells', 'textError', 'publisherId', 'transactionId'])
    .where('fileId', '=', file.id)
    .where('line', '>', after)
    .where('partOf', 'is', null)
    .where(sql<boolean>`result IS DISTINCT FROM 'decided'`)
    .orderBy('line')
    .limit(limit)
    .execute()
  const parts = await readParts(
    db,
    file.id,
    rows.map(({ line }) => line),
  )
  return rows.map(({ textError, publisherId, transactionId, ...row }) => ({
    ...row,
    textError: textError ?? undefined,
    parts: parts.get(row.line),
    ...(file.source !== 'file' && publisherId !== null && transactionId !== null
      ? { key: { publisherId, transactionId } }
      : {}),
  }))
}

/** Reads the lines that name further parts of the orders of lines, by these. */
async function readParts(db: Db, fileId: string, lines: readonly number[]): Promise<Map<number, PartLine[]>> {
  const { rows } = await sql<PartLine & { partOf: number; textError: RowError | null }>`
    SELECT line, cells, text_error, part_of FROM decision_file_row
    WHERE file_id = ${fileId} AND part_of = ANY (${lines}::int[]) ORDER BY line`.execute(db)
  const parts = rows.map(({ textError, ...row }) => ({ ...row, textError: textError ?? undefined }))
  return Map.groupBy(parts, ({ partOf }) => partOf)
}

/** Counts and sums the lines of a file. */
export async function readFigures(db: Db, fileId: string): Promise<FileFigures> {
  const { rows: counts } = await sql<{ result: RowResult | null; count: number; reversed: number; kept: number }>`
    SELECT result, count(*)::int AS count, count(*) FILTER (WHERE reversal = 'reversed')::int AS reversed,
      count(*) FILTER (WHERE reversal = 'kept')::int AS kept
    FROM decision_file_row WHERE file_id = ${fileId} GROUP BY result`.execute(db)
  const { rows: actions } = await sql<ActionFigures & { publishers: number }>`
    SELECT action, currency, count(*)::int AS count, sum(new_value)::text AS order_value,
      sum(commission_change)::text AS commission, sum(fee_change)::text AS fee
    FROM decision_file_row
    WHERE file_id = ${fileId} AND result IN ('valid', 'decided') AND reversal IS DISTINCT FROM 'reversed'
    GROUP BY action, currency ORDER BY action, currency`.execute(db)
  const { rows: publishers } = await sql<{ count: number }>`
    SELECT count(DISTINCT publisher_id)::int AS count
    FROM decision_file_row WHERE file_id = ${fileId} AND result IN ('valid', 'decided')`.execute(db)
  const countOf = (wanted: RowResult) => counts.find(({ result }) => result === wanted)?.count ?? 0
  return {
    results: Object.fromEntries(ROW_RESULTS.map((result) => [result, countOf(result)])) as FileFigures['results'],
    reversed: counts.reduce((sum, { reversed }) => sum + reversed, 0),
    kept: counts.reduce((sum, { kept }) => sum + kept, 0),
    publishers: publishers[0]?.count ?? 0,
    actions,
  }
}

/** A file as lists and pages show it. */
export type DecisionFileRead = Awaited<ReturnType<typeof listFiles>>['files'][number]

/** Lists the files of an advertiser, the last sent first. */
export async function listFiles(db: Db, { advertiserId, page }: { advertiserId: bigint; page: Page }) {
  const { count } = await db
    .selectFrom('decisionFile')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirstOrThrow()
  const files = await selectFiles(db, advertiserId)
    .orderBy('file.sentAt', 'desc')
    .orderBy('file.id', 'desc')
    .limit(page.size)
    .offset(getOffset(page, count))
    .execute()
  return { files, count: Number(count) }
}

/** Gets a file of an advertiser. Another advertiser's file is refused like an unknown one. */
export async function getFile(db: Db, { advertiserId, fileId }: { advertiserId: bigint; fileId: string }) {
  const file = await selectFiles(db, advertiserId).where('file.id', '=', fileId).executeTakeFirst()
  if (!file) throw notFound()
  return file
}

function selectFiles(db: Db, advertiserId: bigint) {
  return db
    .selectFrom('decisionFile as file')
    .leftJoin('accountSummary as account', 'account.id', 'file.sentBy')
    .leftJoin('apiKey as key', 'key.id', 'file.sentKey')
    .select([
      'file.id',
      'file.name',
      'file.format',
      'file.source',
      'file.status',
      'file.mode',
      'file.lineCount',
      'file.doneCount',
    ])
    .select(['file.figures', 'file.sentAt', 'file.decidedAt', 'file.reversedAt', 'file.reversalNote'])
    .select(['account.displayName as sentBy', 'key.id as keyId', 'key.name as keyName'])
    .where('file.advertiserId', '=', advertiserId)
}

/** A line of a file with what came of it. */
export type FileLine = Awaited<ReturnType<typeof listFileLines>>[number]

/** Lists the next lines of a file after a line: all, those with one result, or those that could not be taken back. */
export function listFileLines(
  db: Db,
  { fileId, filter, after, limit }: { fileId: string; filter?: LineFilter | undefined; after: number; limit: number },
) {
  return db
    .selectFrom('decisionFileRow')
    .select(['line', 'cells', 'error', 'result', 'transactionId', 'oldStatus', 'newStatus', 'sequence'])
    .select(['reversal', 'reversalError'])
    .where('fileId', '=', fileId)
    .where('line', '>', after)
    .$if(filter !== undefined && filter !== 'kept', (query) => query.where('result', '=', filter as RowResult))
    .$if(filter === 'kept', (query) => query.where('reversal', '=', 'kept'))
    .orderBy('line')
    .limit(limit)
    .execute()
}

/** The lines that a list can show alone: those with a result, or those whose decision could not be taken back. */
export type LineFilter = RowResult | 'kept'
