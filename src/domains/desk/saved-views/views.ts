import type { MailedViewView, View } from './contract.ts'
import type { ViewRow } from './queries/views.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { isMailed } from '#platform/server/saved-lists.ts'
import type { SavedList } from '#platform/server/saved-lists.ts'
import type { Locale } from '#texts/texts.ts'
import type { ScheduleRow } from './queries/schedules.ts'
import { findList, getViewPath } from './rules/lists.ts'
import type { Member } from './rules/organisation.ts'

/** Builds what an account sees of a view; nothing of one whose list it does not see. */
export function viewView(row: ViewRow, member: Member, lists: readonly SavedList[]): View | undefined {
  const saved = findList(lists, row.list, member.role)
  return (
    saved && {
      id: Number(row.id),
      list: row.list,
      name: row.name,
      query: row.query,
      path: getViewPath(saved.list, row),
      scope: row.scope,
      role: row.role as View['role'],
      is_pinned: row.isPinned,
      is_own: row.accountId === member.accountId,
      can_be_pinned: row.accountId === member.accountId && (row.scope === 'me' || member.canPinForOthers),
      can_be_mailed: member.advertiserId !== null && isMailed(saved),
    }
  )
}

/** Builds a view that an account is mailed; one that it cannot open any more has no path. */
export function viewMailedView(
  row: ScheduleRow,
  { member, lists, locale }: { member: Member; lists: readonly SavedList[]; locale: Locale },
): MailedViewView {
  const saved = row.deletedAt === null && row.endReason === null ? findList(lists, row.list, member.role) : undefined
  return {
    view_id: Number(row.viewId),
    name: row.name,
    path: saved ? getViewPath(saved.list, { id: row.viewId, query: row.query }) : null,
    rhythm: row.rhythm,
    weekday: row.weekday,
    due_at: row.dueAt?.toISOString() ?? null,
    mailed_at: row.mailedAt?.toISOString() ?? null,
    fault: row.fault && errorText(locale, row.fault),
    end_reason: row.endReason,
  }
}
