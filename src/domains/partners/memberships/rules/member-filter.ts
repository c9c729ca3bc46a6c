import { addDays, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { MAX_PUBLISHER_DAYS } from '#domains/figures/reports/rules/advertiser-report.ts'
import { toBoundedRange } from '#domains/figures/reports/rules/performance.ts'
import { FIGURE_DAYS } from './vocabulary.ts'
import type { Activity } from './vocabulary.ts'

interface MemberQuery {
  keyword?: string | undefined
  status?: 'joined' | 'suspended' | 'left' | undefined
  group_id?: bigint | undefined
  tag?: string | undefined
  activity?: Activity | undefined
}

/** Reads which publishers of an advertiser's programme a query means. */
export function toMemberFilter(
  { group_id: groupId, keyword, status, tag, activity }: MemberQuery,
  { advertiserId, now }: { advertiserId: bigint; now: Date },
) {
  return { keyword, status, tag, activity, groupId, advertiserId, today: toDay(now) }
}

/** Determines the days of the figures: the last `FIGURE_DAYS` unless others are chosen. Refuses too long a range. */
export function toFigureRange({ begin, end }: { begin?: Day | undefined; end?: Day | undefined }, now: Date) {
  const first = begin ?? addDays(end ?? toDay(now), 1 - FIGURE_DAYS)
  return toBoundedRange({ begin: first, end }, { days: MAX_PUBLISHER_DAYS, now })
}
