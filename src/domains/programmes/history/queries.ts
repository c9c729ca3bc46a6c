import { sql } from 'kysely'
import type { Db } from '#database'
import { MEMBERSHIP_ACTIONS, PROGRAM_ACTIONS } from './rules.ts'

/** The newest acts that a history goes back. */
const MAX_LINES = 100

/** An act with the name and the role of its account. */
export type HistoryRow = Awaited<ReturnType<typeof selectLines>>[number]

/** Lists the last acts on a programme and its advertiser, oldest first. */
export function listProgramHistory(
  db: Db,
  { programId, advertiserId }: { programId: bigint; advertiserId: bigint },
): Promise<HistoryRow[]> {
  const targets = [`program:${programId}`, `advertiser:${advertiserId}`]
  return selectLines(db, { targets, actions: PROGRAM_ACTIONS })
}

/** Lists the last acts on the relationship of a publisher and a programme, oldest first. */
export function listMembershipHistory(
  db: Db,
  { programId, publisherId }: { programId: bigint; publisherId: bigint },
): Promise<HistoryRow[]> {
  return selectLines(db, { targets: [`program:${programId}`], actions: MEMBERSHIP_ACTIONS, publisherId })
}

/** The group that a line names by its id. */
const GROUP_ID = sql<bigint>`(line.details ->> 'groupId')::bigint`

interface LineFilter {
  targets: readonly string[]
  actions: readonly string[]
  publisherId?: bigint
}

async function selectLines(db: Db, { targets, actions, publisherId }: LineFilter) {
  const lines = await db
    .selectFrom('auditLine as line')
    .leftJoin('accountSummary as account', 'account.id', 'line.actorAccountId')
    .leftJoin('publisherGroup as grouped', (join) => join.on('grouped.id', '=', GROUP_ID))
    .select(['line.id', 'line.action', 'line.createdAt', 'line.actorKind', 'line.details', 'grouped.name as group'])
    .select(['account.role', 'account.displayName'])
    .where('line.target', 'in', targets)
    // As literals, so that the index of the acts on relationships serves the query.
    .where(sql<boolean>`line.action IN (${sql.join(actions.map((each) => sql.lit(each)))})`)
    .$if(publisherId !== undefined, (query) =>
      query.where(
        sql<boolean>`(line.details @> ${JSON.stringify({ publisherId: String(publisherId) })}::jsonb
          OR line.details @> ${JSON.stringify({ publisherIds: [String(publisherId)] })}::jsonb)`,
      ),
    )
    .orderBy('line.id', 'desc')
    .limit(MAX_LINES)
    .execute()
  return lines.toReversed()
}
