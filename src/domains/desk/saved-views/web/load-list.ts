import { redirect } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { parseListQuery } from '#kernel/list-query.ts'
import type { List } from '#kernel/list-query.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readAddress, readList } from '#platform/web/read-list.ts'
import type { ReadList } from '#platform/web/read-list.ts'
import { listViewsCall } from '../contract.ts'
import type { View } from '../contract.ts'

/** The parameter that names a view that was just deleted, for its undo. */
export const DELETED_PARAM = 'view_deleted'

/** The saved views of a list, and which of them the address opens. */
export interface LoadedViews {
  views: readonly View[]
  /** Whether the account can save and pin views for its team, and the roles of the team. */
  hasTeam: boolean
  canPinForOthers: boolean
  roles: readonly NonNullable<View['role']>[]
  open?: View
  /** Whether the address names a view that does not exist, any more or for this account. */
  isMissing: boolean
  /** The id of a view that was just deleted. */
  deleted?: string
}

/**
 * Reads the address of a list as `readList` does, with the saved views of the list. An address that names only a view
 * is redirected to the one with its filters, so that the address always says what the list shows.
 */
export async function loadList(
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
  list: List,
  foreign: readonly string[] = [],
): Promise<ReadList & { views: LoadedViews }> {
  const { data } = await context.get(callContext)(listViewsCall, { query: { list: list.name } })
  const { searchParams } = readAddress(request)
  const { view, query, columns } = parseListQuery(list, searchParams, [...foreign, DELETED_PARAM])
  const open = view === undefined ? undefined : data.views.find(({ id }) => String(id) === view)
  if (open && open.query !== '' && Object.keys(query).length === 0 && columns === undefined) throw redirect(open.path)
  const deleted = searchParams.get(DELETED_PARAM) ?? ''
  return {
    ...readList(request, list, [...foreign, DELETED_PARAM]),
    views: {
      views: data.views,
      hasTeam: data.has_team,
      canPinForOthers: data.can_pin_for_others,
      roles: data.roles,
      ...(open && { open }),
      isMissing: view !== undefined && !open,
      ...(/^\d{1,16}$/.test(deleted) && { deleted }),
    },
  }
}
