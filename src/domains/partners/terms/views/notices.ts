import type { Locale } from '#texts/texts.ts'
import type { StoredChange } from '../rules/notice.ts'
import { viewChange } from './rates.ts'

interface Notice {
  isCut: boolean
  changes: readonly StoredChange[]
  acknowledgedAt: Date | null
}

/** What a version changes for a publisher. */
export function viewNotice({ isCut, changes, acknowledgedAt }: Notice, locale: Locale) {
  return {
    is_cut: isCut,
    changes: changes.map((change) => viewChange(change, locale)),
    acknowledged_at: acknowledgedAt?.toISOString() ?? null,
  }
}
