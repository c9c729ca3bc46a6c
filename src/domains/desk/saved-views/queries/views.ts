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

/** Finds a view that an account sees: its own, or one of its organisation. */
export function findSeenView(
  db: Db,
  { member, viewId }: { member: Member; viewId: bigint },
): Promise<ViewRow | undefined> {
  const views = db.selectFrom('savedView').selectAll().where('id', '=', viewId).where('deletedAt', 'is', null)
  return views.where(isVisible(member)).executeTakeFirst()
}

/**
 * The own views, of an account in several teams those of the present advertiser, and those of the organisation for the
 * whole team or for the role. Each part reads an index.
 */
function isVisible({ accountId, role, publisherId, advertiserId, hasOrganisation }: Member) {
  const isOwn = isOwnView({ accountId, advertiserId })
  if (!hasOrganisation) return isOwn
  return sql<boolean>`(${isOwn} OR (scope <> 'me' AND publisher_id IS NOT DISTINCT FROM ${publisherId}
    AND advertiser_id IS NOT DISTINCT FROM ${advertiserId} AND (scope = 'team' OR role = ${role})))`
}

/** Whose views they are: an account's, for the advertiser for which it acts. */
export type ViewOwner = Pick<Member, 'accountId' | 'advertiserId'>

function isOwnView({ accountId, advertiserId }: ViewOwner) {
  return sql<boolean>`(account_id = ${accountId} AND advertiser_id IS NOT DISTINCT FROM ${advertiserId})`
}

/**
 * Gets a view that the account saved, or one that it deleted; locked in a transaction. Another's is not found, nor one
 * of another advertiser.
 */
export async function getOwnView(
  db: Db,
  { viewId, isDeleted = false, ...owner }: ViewOwner & { viewId: bigint; isDeleted?: boolean },
) {
  const view = await db
    .selectFrom('savedView')
    .selectAll()
    .where('id', '=', viewId)
    .where(isOwnView(owner))
    .where('deletedAt', isDeleted ? 'is not' : 'is', null)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!view) throw notFound()
  return view
}
