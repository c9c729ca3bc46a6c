import type { z } from 'zod'
import type { Db } from '#database'
import { notFound } from '#kernel/errors.ts'
import type { advertiserReportQuery } from '../contract/advertiser-report.ts'
import { checkPublisher, getDateType, getDefaultSort, MAX_ADVERTISER_DAYS } from '../rules/advertiser-report.ts'
import { getPeriodBefore, toBoundedRange } from '../rules/performance.ts'
import type { AdvertiserReportQuery } from './advertiser-report.ts'
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
  const dateType = getDateType(group, query.date_type)
  return { group, dateType, advertiserId, publisherId, publisher, slot, range, before: getPeriodBefore(range), sort }
}

/** Finds the time up to which a report counts everything; `undefined` while it lacks some of its days. */
export function findReportProgress(
  db: Db,
  { group, dateType, range }: Pick<AdvertiserReportQuery, 'group' | 'dateType' | 'range'>,
): Promise<Date | undefined> {
  if (dateType === 'transaction_date') return findOrderProgress(db, range.from)
  return findProgress(db, group === 'sub_id' ? 'sub_ids' : 'rollups')
}

/**
 * Gets a publisher that has a relation to the programme of an advertiser, or sent it a click. Refuses another one as
 * not found.
 */
async function getOwnPublisher(db: Db, { advertiserId, publisherId }: { advertiserId: bigint; publisherId: bigint }) {
  const publisher = await db
    .selectFrom('publisher')
    .select(['id', 'name'])
    .where('id', '=', publisherId)
    .where((row) =>
      row.or([
        row.exists(
          row
            .selectFrom('membership')
            .innerJoin('program', 'program.id', 'membership.programId')
            .select('membership.programId')
            .whereRef('membership.publisherId', '=', 'publisher.id')
            .where('program.advertiserId', '=', advertiserId),
        ),
        row.exists(
          row
            .selectFrom('rollupAdvertiser')
            .select('day')
            .where('rollupAdvertiser.publisherId', '=', publisherId)
            .where('rollupAdvertiser.advertiserId', '=', advertiserId),
        ),
      ]),
    )
    .executeTakeFirst()
  if (!publisher) throw notFound()
  return publisher
}
