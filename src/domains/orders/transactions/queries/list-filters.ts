import type { z } from 'zod'
import { addDays, startOfDay, toDayRange } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import type { PublisherScope } from '#kernel/actor-scope.ts'
import type { ListedStatus } from '../contract/vocabulary.ts'
import type {
  listTransactionsCall,
  summariseAdvertiserTransactionsCall,
  summariseReviewCall,
} from '../contract/calls.ts'
import type { TransactionFilter } from './transaction-filter.ts'

type ReviewQuery = z.infer<typeof summariseReviewCall.query>

/** Builds the filter of the transactions of all publishers. */
export function buildReviewFilter(query: ReviewQuery): TransactionFilter {
  const { keyword, status, advertiser_id: advertiserId, publisher_id: publisherId } = query
  return { keyword, status, advertiserId, publisherId, ...chosenDays(query) }
}

type PublisherQuery = Omit<z.infer<typeof listTransactionsCall.query>, 'page_number' | 'page_size'>

/** Builds the filter of the transactions of a publisher, or of the site of its sub-account. */
export function buildPublisherFilter(query: PublisherQuery, { now, ...scope }: PublisherScope & { now: Date }) {
  const { keyword, status } = query
  return { ...scope, keyword, status, ...recentDays(query, now) }
}

type AdvertiserQuery = z.infer<typeof summariseAdvertiserTransactionsCall.query>

/** Builds the filter of the transactions of an advertiser. */
export function buildAdvertiserFilter(
  query: AdvertiserQuery,
  { advertiserId, now }: { advertiserId: bigint; now: Date },
): TransactionFilter {
  const { keyword, publisher_id: publisherId, site_id: siteId, date_type: dateType } = query
  const { dimension, value = '', decided_begin: decidedBegin, decided_end: decidedEnd } = query
  const { from, until } = recentDays(query, now)
  const ofDays = dateType === 'click_date' ? { from, clickedFrom: from, clickedUntil: until } : { from, until }
  return {
    advertiserId,
    publisherId,
    siteId,
    keyword,
    ...ofStatus(query.status),
    ...ofDays,
    ...(dimension && { part: { dimension, value } }),
    ...(decidedBegin !== undefined && { decidedFrom: startOfDay(decidedBegin) }),
    ...(decidedEnd !== undefined && { decidedUntil: startOfDay(addDays(decidedEnd, 1)) }),
  }
}

function ofStatus(status: ListedStatus | undefined): Pick<TransactionFilter, 'status' | 'isNotCancelled'> {
  return status === 'NOT_CANCELLED' ? { isNotCancelled: true } : { status }
}

interface DayQuery {
  begin?: Day | undefined
  end?: Day | undefined
}

/** Gets the chosen days, by default the last days up to today. */
function recentDays(query: DayQuery, now: Date): { from: Date; until: Date } {
  const { from, until } = toDayRange(query, now)
  return { from: startOfDay(from), until: startOfDay(until) }
}

/** Gets the chosen days, by default all. */
function chosenDays({ begin, end }: DayQuery): { from?: Date; until?: Date } {
  return {
    ...(begin === undefined ? {} : { from: startOfDay(begin) }),
    ...(end === undefined ? {} : { until: startOfDay(addDays(end, 1)) }),
  }
}
