import type { AnnouncedChange, OwnChange } from './contract.ts'
import type { OwnChangeRow, listChanges } from './queries/changes.ts'
import { getObjectionEnd } from './rules.ts'

/** Builds a change as an account reads it. */
export function viewOwnChange(change: OwnChangeRow, { now, locale }: { now: Date; locale: 'en' | 'zh' }): OwnChange {
  const end = getObjectionEnd(change.announcedAt)
  return {
    id: Number(change.id),
    document: change.document,
    holds_from: change.holdsFrom,
    announced_at: change.announcedAt.toISOString(),
    summary: locale === 'zh' ? change.summaryZh : change.summaryEn,
    objection_ends_at: end.toISOString(),
    can_object: change.objectedAt === null && !change.isAgreed && now < end,
    is_agreed: change.isAgreed,
    objected_at: change.objectedAt?.toISOString() ?? null,
  }
}

/** Builds a change as operators see it. */
export function viewChange(change: Awaited<ReturnType<typeof listChanges>>[number]): AnnouncedChange {
  return {
    id: Number(change.id),
    document: change.document,
    holds_from: change.holdsFrom,
    announced_at: change.announcedAt.toISOString(),
    announced_by: change.announcerName,
    summary_en: change.summaryEn,
    summary_zh: change.summaryZh,
    is_mailing: change.mailedTo !== null,
    objections: change.objections.map(({ accountId, name, objectedAt }) => ({
      account_id: Number(accountId),
      name,
      objected_at: objectedAt.toISOString(),
    })),
  }
}
