import type { z } from 'zod'
import type { Db } from '#database'
import type { advertiserReportQuery } from '../contract/advertiser-report.ts'
import { MAX_ADVERTISER_DAYS, checkPublisher, getDefaultSort, isOfOrders } from '../rules/advertiser-report.ts'
import { getPeriodBefore, toBoundedRange } from '../rules/performance.ts'
import type { AdvertiserReportQuery } from './advertiser-report.ts'
import { getOwnPublisher } from './own-publisher.ts'
import { findOrderProgress, findProgress } from './rollup-progress.ts'

type AdvertiserQuery = Omit<z.output<typeof advertiserReportQuery>, 'page_number' | 'page_size'>

/** Reads the settings of a report of an advertiser. A publisher without a relation to it is unknown. */
export async function toAdvertiserQuery(
  db: Db,
  query: AdvertiserQuery,
  { advertiserId, now }: { advertiserId: bigint; now: Date },
) {
  const { group = 'publisher', publisher_id: publisherId, slot = 1 } = query
  checkPublisher(group, publisherId)
  const range = toBoundedRange(query, { days: MAX_ADVERTISER_DAYS[group], now })
  const publisher = publisherId === undefined ? undefined : await getOwnPublisher(db, { advertiserId, publisherId })
  const sort = query.sort ?? getDefaultSort(group)
  return { group, advertiserId, publisherId, publisher, slot, range, before: getPeriodBefore(range), sort }
}

/** Finds the time up to which a report counts everything; `undefined` while it lacks some of its days. */
export function findReportProgress(
  db: Db,
  { group, range }: Pick<AdvertiserReportQuery, 'group' | 'range'>,
): Promise<Date | undefined> {
  if (isOfOrders(group)) return findOrderProgress(db, range.from)
  return findProgress(db, group === 'sub_id' ? 'sub_ids' : 'rollups')
}
