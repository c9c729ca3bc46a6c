import { addDays } from '#kernel/days.ts'
import type { Day, DayRange } from '#kernel/days.ts'
import {
  BASE_DAYS,
  WEEK_DAYS,
  findConversionChange,
  findNoClicks,
  findReversals,
  findRevenueDrop,
  findSilentPublishers,
} from './anomalies.ts'
import type { DecidedSums, Finding, PublisherSums, WeekSums } from './anomalies.ts'

/** The figures of the last five weeks. Days without any are missing. */
export interface AnomalyFigures {
  /** By the day of the click. */
  clickDays: readonly { day: Day; clicks: bigint }[]
  /** By the day of the order. */
  orderDays: readonly { day: Day; orders: bigint; orderValue: bigint }[]
  decided: DecidedSums
  decidedBefore: DecidedSums
  publishers: readonly PublisherSums[]
}

/** Applies every rule to the full days before `today`; silence is also judged by the clicks of `today`. */
export function findAnomalies(figures: AnomalyFigures, today: Day): Finding[] {
  const week = (weeksAgo: number): WeekSums => {
    const until = addDays(today, -weeksAgo * WEEK_DAYS)
    return sumDays(figures, { from: addDays(until, -WEEK_DAYS), until })
  }
  const yesterday = addDays(today, -1)
  const before = sumDays(figures, { from: addDays(yesterday, -BASE_DAYS), until: yesterday })
  const { clicks } = sumDays(figures, { from: yesterday, until: addDays(today, 1) })
  return [
    findRevenueDrop(week(0), week(1)),
    findReversals(figures.decided, figures.decidedBefore),
    findNoClicks({ clicks, clicksBefore: before.clicks }, { orderValueBefore: before.orderValue }),
    ...findSilentPublishers(figures.publishers),
    findConversionChange(week(0), [1, 2, 3, 4].map(week)),
  ]
}

function sumDays({ clickDays, orderDays }: AnomalyFigures, { from, until }: DayRange): WeekSums {
  const sums = { clicks: 0n, orders: 0n, orderValue: 0n }
  const isInside = ({ day }: { day: Day }) => day >= from && day < until
  for (const { clicks } of clickDays.filter(isInside)) sums.clicks += clicks
  for (const { orders, orderValue } of orderDays.filter(isInside)) {
    sums.orders += orders
    sums.orderValue += orderValue
  }
  return sums
}
