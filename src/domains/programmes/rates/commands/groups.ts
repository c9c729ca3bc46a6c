import { sql } from 'kysely'
import { Refusal, invalidField, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { refuseViolation } from '#platform/server/database/constraints.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'

/** The most groups of a programme. */
export const MAX_GROUPS = 100

/** Creates a group of publishers of a programme. The caller has checked whose programme it is. */
export function createGroup(ctx: Ctx, { programId, name }: { programId: bigint; name: string }) {
  return inTransaction(ctx, async (tx) => {
    const { count } = await tx.db
      .selectFrom('publisherGroup')
      .select((row) => row.fn.countAll<bigint>().as('count'))
      .where('programId', '=', programId)
      .executeTakeFirstOrThrow()
    if (count >= MAX_GROUPS)
      throw new Refusal({ code: 'rates.too_many_groups', params: { max: MAX_GROUPS }, status: 409 })
    const { id } = await refuseViolation(
      tx.db
        .insertInto('publisherGroup')
        .values({ programId, name, createdAt: tx.now })
        .returning('id')
        .executeTakeFirstOrThrow(),
      { publisher_group_name: invalidField('name', { code: 'rates.group_taken' }) },
    )
    await audit(tx, { action: 'publisher_group.create', target: `program:${programId}`, details: { groupId: id } })
    return { groupId: id }
  })
}

interface GroupKey {
  programId: bigint
  groupId: bigint
}

/**
 * Puts publishers into a group, or takes them out, and answers for which of them that changed something. The rates of
 * the group follow with the next version.
 */
export function changeMembers(
  ctx: Ctx,
  { programId, groupId, publisherIds, isMember }: GroupKey & { publisherIds: readonly bigint[]; isMember: boolean },
) {
  return inTransaction(ctx, async (tx) => {
    await lockGroup(tx, { programId, groupId })
    const ids = [...publisherIds]
    const change = isMember
      ? sql<{ publisherId: bigint }>`
          INSERT INTO publisher_group_member (group_id, publisher_id, added_at)
          SELECT ${groupId}::bigint, publisher_id, ${tx.now}::timestamptz FROM unnest(${ids}::bigint[]) AS publisher_id
          ON CONFLICT DO NOTHING RETURNING publisher_id`
      : sql<{ publisherId: bigint }>`
          DELETE FROM publisher_group_member
          WHERE group_id = ${groupId} AND publisher_id = ANY (${ids}::bigint[]) RETURNING publisher_id`
    const { rows } = await change.execute(tx.db)
    const action = isMember ? 'publisher_group.add' : 'publisher_group.remove'
    const changedIds = rows.map(({ publisherId }) => publisherId)
    const details = { groupId, ...namePublishers(changedIds) }
    await audit(tx, { action, target: `program:${programId}`, details })
    return changedIds
  })
}

/** The most publishers that an audit line names. */
const MAX_NAMED = 1000

/** Names the publishers of a change for its audit line, so that histories show it; of very many only the number. */
export function namePublishers(ids: readonly bigint[]) {
  return { publishers: ids.length, ...(ids.length <= MAX_NAMED && { publisherIds: ids }) }
}

/** Locks a group of the programme. Refuses any other as not found. */
async function lockGroup(tx: Ctx, { programId, groupId }: GroupKey): Promise<void> {
  const row = await tx.db
    .selectFrom('publisherGroup')
    .select('id')
    .where('id', '=', groupId)
    .where('programId', '=', programId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
}
