import { sql } from 'kysely'
import type { Db } from '#database'
import { indexRules } from '#domains/programmes/rates/rules/resolve.ts'
import type { RateBook, RateRule } from '#domains/programmes/rates/rules/resolve.ts'
import { pickOrderTerms } from '../rules/difference.ts'
import type { OrderTerms, VersionBook } from '../rules/difference.ts'
import { fromStoredLine } from '../rules/draft.ts'
import type { Version } from './versions.ts'

/** What a brand prepares for its next version. */
export interface Draft {
  revision: number
  lines: readonly RateRule[]
  /** What its version will say about all orders; null while that is what the version before says. */
  orderTerms: OrderTerms | null
  changedAt: Date
  changedBy: string | null
}

/** Finds the draft of a programme; undefined while there is none. */
export async function findDraft(db: Db, { programId }: { programId: bigint }): Promise<Draft | undefined> {
  const row = await db
    .selectFrom('termsDraft as draft')
    .leftJoin('accountSummary as account', 'account.id', 'draft.changedBy')
    .select([
      'draft.revision',
      'draft.lines',
      'draft.orderTerms',
      'draft.changedAt',
      'account.displayName as changedBy',
    ])
    .where('draft.programId', '=', programId)
    .executeTakeFirst()
  return row && { ...row, lines: row.lines.map(fromStoredLine) }
}

/** Indexes the lines of a draft, with the publishers who are in the groups now. */
export async function readDraftBook(db: Db, programId: bigint, lines: readonly RateRule[]): Promise<RateBook> {
  const { rows } = await sql<{ publisherId: bigint; groupIds: bigint[] }>`
    SELECT member.publisher_id, array_agg(member.group_id ORDER BY member.group_id) AS group_ids
    FROM publisher_group_member AS member JOIN publisher_group ON publisher_group.id = member.group_id
    WHERE publisher_group.program_id = ${programId}
    GROUP BY member.publisher_id`.execute(db)
  return indexRules(lines, new Map(rows.map(({ publisherId, groupIds }) => [publisherId, groupIds])))
}

/** Reads a draft as the version that it would become; what it leaves unchanged of all orders, the one before says. */
export async function readDraftVersion(
  db: Db,
  {
    programId,
    draft,
    versions,
  }: { programId: bigint; draft: Draft; versions: { inForce: Version; scheduled: Version | undefined } },
): Promise<Required<VersionBook>> {
  const { inForce, scheduled } = versions
  const terms = draft.orderTerms ?? pickOrderTerms(scheduled ?? { ...inForce, restrictions: [] })
  return { ...(await readDraftBook(db, programId, draft.lines)), terms }
}

/** The largest number that a rule of the programme ever had. */
export async function findLastNumber(db: Db, programId: bigint): Promise<number> {
  const { last } = await db
    .selectFrom('programRule as rule')
    .innerJoin('programTerms as terms', 'terms.id', 'rule.termsId')
    .select((row) => row.fn.max('rule.ruleNo').as('last'))
    .where('terms.programId', '=', programId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Lists the publishers who have joined a programme, by name. */
export function listJoined(db: Db, { programId }: { programId: bigint }) {
  return selectJoined(db, { programId })
    .orderBy((row) => row.fn('lower', ['publisher.name']))
    .orderBy('publisher.id')
    .execute()
}

function selectJoined(db: Db, { programId }: { programId: bigint }) {
  return db
    .selectFrom('membership')
    .innerJoin('publisher', 'publisher.id', 'membership.publisherId')
    .select(['publisher.id', 'publisher.name'])
    .where('membership.programId', '=', programId)
    .where('membership.status', '=', 'joined')
}

/** Finds a publisher who has joined a programme. */
export function findJoined(db: Db, { programId, publisherId }: { programId: bigint; publisherId: bigint }) {
  return selectJoined(db, { programId }).where('publisher.id', '=', publisherId).executeTakeFirst()
}

/**
 * Names the publishers that a programme knows among these, whatever became of their membership. There may be more of
 * them than a statement has parameters.
 */
export async function listMembers(
  db: Db,
  { programId, publisherIds }: { programId: bigint; publisherIds: readonly bigint[] },
) {
  const { rows } = await sql<{ id: bigint; name: string }>`
    SELECT publisher.id, publisher.name
    FROM membership JOIN publisher ON publisher.id = membership.publisher_id
    WHERE membership.program_id = ${programId} AND publisher.id = ANY (${[...publisherIds]}::bigint[])`.execute(db)
  return rows
}
