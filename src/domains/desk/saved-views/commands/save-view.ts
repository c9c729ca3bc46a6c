import { lockAccount } from '#domains/people/accounts/commands/lock-account.ts'
import type { AccountKind } from '#kernel/access.ts'
import { DAY_MS } from '#kernel/days.ts'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { refuseViolation } from '#platform/server/database/constraints.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ViewScope } from '../rules/limits.ts'
import { getOwnView } from '../queries/views.ts'
import type { ViewOwner, ViewRow } from '../queries/views.ts'
import type { Member } from '../rules/organisation.ts'

/** The most views that an account saves, and that it pins, for each brand for which it acts. */
const MAX_VIEWS = 50
const MAX_PINNED = 8

const NAME_TAKEN = {
  saved_view_name: new Refusal({ code: 'view.name_taken', status: 409, wireCode: 'invalid', field: 'name' }),
}

/** Refuses a pinned view for others of an account that may not pin for them. */
function checkPin({ canPinForOthers }: Member, { scope, isPinned }: Pick<ViewRow, 'scope' | 'isPinned'>): void {
  if (scope === 'me' || !isPinned || canPinForOthers) return
  throw new Refusal({ code: 'view.pin', status: 403, field: 'is_pinned' })
}

/** A view to save. The search is one of `toViewQuery`. */
export interface NewView {
  member: Member
  list: string
  name: string
  query: string
  scope: ViewScope
  role: AccountKind | null
  isPinned: boolean
}

/**
 * Saves a view. Refuses with 403 a pin for others without the right to it, with 409 a name that the account uses for
 * another view of the list, and more views or pinned views than an account can have. Removes the views that the account
 * deleted more than a day ago.
 */
export function saveView(ctx: Ctx, { member, ...view }: NewView): Promise<ViewRow> {
  const { accountId, publisherId, advertiserId } = member
  checkPin(member, view)
  return inTransaction(ctx, async (tx) => {
    // Views of one account are counted one after the other.
    await lockAccount(tx, accountId)
    await removeOldViews(tx, accountId)
    const row = { ...view, accountId, publisherId, advertiserId, savedAt: tx.now }
    const saving = tx.db.insertInto('savedView').values(row).returningAll().executeTakeFirstOrThrow()
    const saved = await refuseViolation(saving, NAME_TAKEN)
    await checkRoom(tx, member)
    const { list, scope } = view
    await audit(tx, { action: 'view.save', target: `view:${saved.id}`, details: { list, scope } })
    return saved
  })
}

/** What changes of a view; the search is one of `toViewQuery`. */
export interface ViewChange {
  member: Member
  viewId: bigint
  name?: string | undefined
  query?: string | undefined
  isPinned?: boolean | undefined
}

/** Changes a view of the account. Refuses what `saveView` refuses; another's and a deleted view are not found. */
export function changeView(ctx: Ctx, { viewId, member, ...changes }: ViewChange): Promise<ViewRow> {
  const { accountId, advertiserId } = member
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId)
    const present = await getOwnView(tx.db, { viewId, accountId, advertiserId })
    const next = {
      name: changes.name ?? present.name,
      query: changes.query ?? present.query,
      isPinned: changes.isPinned ?? present.isPinned,
    }
    checkPin(member, { ...present, ...next })
    const change = tx.db.updateTable('savedView').set(next).where('id', '=', viewId).returningAll()
    const changed = await refuseViolation(change.executeTakeFirstOrThrow(), NAME_TAKEN)
    await checkRoom(tx, { accountId, advertiserId })
    const changedFields = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    await audit(tx, { action: 'view.change', target: `view:${viewId}`, details: { changed: changedFields } })
    return changed
  })
}

/** Deletes a view of the account, which can restore it for a day. */
export function deleteView(ctx: Ctx, { viewId, ...owner }: ViewOwner & { viewId: bigint }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await getOwnView(tx.db, { viewId, ...owner })
    await tx.db.updateTable('savedView').set({ deletedAt: tx.now }).where('id', '=', viewId).execute()
    await audit(tx, { action: 'view.delete', target: `view:${viewId}` })
  })
}

/** Restores a view that the account deleted. Refuses what `saveView` refuses; one that is not deleted is not found. */
export function restoreView(ctx: Ctx, { viewId, member }: { viewId: bigint; member: Member }): Promise<ViewRow> {
  const { accountId, advertiserId } = member
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId)
    checkPin(member, await getOwnView(tx.db, { viewId, accountId, advertiserId, isDeleted: true }))
    const restoring = tx.db.updateTable('savedView').set({ deletedAt: null }).where('id', '=', viewId).returningAll()
    const restored = await refuseViolation(restoring.executeTakeFirstOrThrow(), NAME_TAKEN)
    await checkRoom(tx, member)
    await audit(tx, { action: 'view.restore', target: `view:${viewId}` })
    return restored
  })
}

async function removeOldViews(tx: Ctx, accountId: bigint): Promise<void> {
  await tx.db
    .deleteFrom('savedView')
    .where('accountId', '=', accountId)
    .where('deletedAt', '<', new Date(tx.now.getTime() - DAY_MS))
    .execute()
}

async function checkRoom(tx: Ctx, { accountId, advertiserId }: ViewOwner): Promise<void> {
  const { views, pinned } = await tx.db
    .selectFrom('savedView')
    .select((select) => select.fn.countAll<bigint>().as('views'))
    .select((select) => select.fn.countAll<bigint>().filterWhere('isPinned', '=', true).as('pinned'))
    .where('accountId', '=', accountId)
    .where('advertiserId', 'is not distinct from', advertiserId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (views > MAX_VIEWS) throw new Refusal({ code: 'view.too_many', params: { max: MAX_VIEWS }, status: 409 })
  if (pinned > MAX_PINNED) throw new Refusal({ code: 'view.too_many_pinned', params: { max: MAX_PINNED }, status: 409 })
}
