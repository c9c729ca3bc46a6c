import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Database, Db } from '#database'
import { notFound } from '#kernel/errors.ts'
import type { Member } from '../rules/organisation.ts'

/** A saved view with the account that saved it. */
export type ViewRow = Selectable<Database['savedView']>

/** The most views of a list that an account sees. */
const MAX_LISTED = 100

/** Lists the views that an account sees, its own first and then by name; of one list, or the pinned ones. */
export function listViews(
  db: Db,
  { member, list, isPinned = false }: { member: Member; list?: string | undefined; isPinned?: boolean },
): Promise<ViewRow[]> {
  return db
    .selectFrom('savedView')
    .selectAll()
    .where('deletedAt', 'is', null)
    .where(isVisible(member))
    .$if(list !== undefined, (query) => query.where('list', '=', list ?? ''))
    .$if(isPinned, (query) => query.where('isPinned', '=', true))
    .orderBy(sql`account_id = ${member.accountId}`, 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
}

/** The own views, and those of the organisation for the whole team or for the role. Each part reads an index. */
function isVisible({ accountId, role, publisherId, advertiserId, hasOrganisation }: Member) {
  const isOwn = sql<boolean>`account_id = ${accountId}`
  if (!hasOrganisation) return isOwn
  return sql<boolean>`(${isOwn} OR (scope <> 'me' AND publisher_id IS NOT DISTINCT FROM ${publisherId}
    AND advertiser_id IS NOT DISTINCT FROM ${advertiserId} AND (scope = 'team' OR role = ${role})))`
}

/** Gets a view that the account saved, or one that it deleted; locked in a transaction. Another's is not found. */
export async function getOwnView(
  db: Db,
  { viewId, accountId, isDeleted = false }: { viewId: bigint; accountId: bigint; isDeleted?: boolean },
) {
  const view = await db
    .selectFrom('savedView')
    .selectAll()
    .where('id', '=', viewId)
    .where('accountId', '=', accountId)
    .where('deletedAt', isDeleted ? 'is not' : 'is', null)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!view) throw notFound()
  return view
}
