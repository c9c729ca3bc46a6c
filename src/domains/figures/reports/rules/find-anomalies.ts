import { addDays } from '#kernel/days.ts'
import type { Day, DayRange } from '#kernel/days.ts'
import {
  BASE_DAYS,
  WEEK_DAYS,
  findNoClicks,
  findReversals,
  findRevenueDrop,
  findSilentPublishers,
} from './anomalies.ts'
import type { ClickSums, DecidedSums, Finding, OrderSums, PublisherSums } from './anomalies.ts'
import { JUDGED_DAYS, findConversionChange, joinDays, judgeOrdersPerClick } from './orders-per-click.ts'

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

/**
 * Applies every rule to the full days before `today`; silence and orders per click are also judged by `today` as far as
 * it has come.
 */
export function findAnomalies(figures: AnomalyFigures, today: Day): Finding[] {
  const { clickDays, orderDays, decided, decidedBefore, publishers } = figures
  const week = (weeksAgo: number): OrderSums => {
    const until = addDays(today, -weeksAgo * WEEK_DAYS)
    return sumOrders(orderDays, { from: addDays(until, -WEEK_DAYS), until })
  }
  const judgement = judgeOrdersPerClick(joinDays(clickDays, orderDays), today)
  const { judged, usual } = judgement
  const since = addDays(today, 1 - JUDGED_DAYS)
  const { orderValue: orderValueBefore } = sumOrders(orderDays, { from: addDays(since, -BASE_DAYS), until: since })
  const clicks: ClickSums = { clicks: BigInt(judged.clicks), clicksBefore: BigInt(usual.clicks) }
  return [
    findRevenueDrop(week(0), week(1)),
    findReversals(decided, decidedBefore),
    findNoClicks(clicks, { orderValueBefore }),
    ...findSilentPublishers(publishers),
    findConversionChange(judgement, orderValueBefore),
  ]
}

function sumOrders(days: AnomalyFigures['orderDays'], { from, until }: DayRange): OrderSums {
  const sums = { orders: 0n, orderValue: 0n }
  for (const { orders, orderValue } of days.filter(({ day }) => day >= from && day < until)) {
    sums.orders += orders
    sums.orderValue += orderValue
  }
  return sums
}
