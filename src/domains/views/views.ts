import type { View } from './contract.ts'
import type { ViewRow } from './queries/views.ts'
import { findList, getViewPath } from './rules/lists.ts'
import type { Member } from './rules/organisation.ts'

/** Builds what an account sees of a view; nothing of one whose list it does not see. */
export function viewView(row: ViewRow, member: Member): View | undefined {
  const list = findList(row.list, member.role)
  return (
    list && {
      id: Number(row.id),
      list: row.list,
      name: row.name,
      query: row.query,
      path: getViewPath(list, row),
      scope: row.scope,
      role: row.role as View['role'],
      is_pinned: row.isPinned,
      is_own: row.accountId === member.accountId,
    }
  )
}
