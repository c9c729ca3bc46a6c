import { sql } from 'kysely'
import type { Db } from '#database'
import type { PublisherScope } from '#kernel/actor-scope.ts'
import type { Place } from '#kernel/cursor.ts'
import { firstUuid7, uuid7Time } from '#kernel/uuid7.ts'
import type { Verdict } from '../rules/verdict.ts'

/** A filter of a publisher's hits. The range is half-open. */
export interface HitFilter {
  publisherId: bigint
  from: Date
  until: Date
  siteId?: bigint | undefined
  /** One of the five sub ids. */
  subId?: string | undefined
  verdict?: Verdict | undefined
}

/** One hit with its names. */
export type HitRow = Awaited<ReturnType<typeof findHit>> & {}

/** A part of a list: rows after the row `after` or directly before the row `before`. */
interface Part {
  size: number
  after?: Place | undefined
  before?: Place | undefined
}

/** A page of hits with the positions after which the next page begins and before which the previous one ends. */
export interface HitPage {
  rows: HitRow[]
  next: Place | null
  previous: Place | null
}

/**
 * Reads a page of hits, newest first. The primary key serves it, because the id of a hit encodes its time, and the time
 * selects the partitions. Reads one row more than it answers, to learn whether another page follows.
 */
export async function listHits(db: Db, filter: HitFilter, part: Part): Promise<HitPage> {
  const { size, after, before } = part
  if (before) {
    const found = await readHits(db, filter, part)
    if (found.length < size) return listHits(db, filter, { size })
    const rows = found.slice(0, size).toReversed()
    return { rows, previous: found.length > size ? toPlace(rows.at(0)) : null, next: toPlace(rows.at(-1)) }
  }
  const found = await readHits(db, filter, part)
  const rows = found.slice(0, size)
  return {
    rows,
    previous: after ? toPlace(rows.at(0)) : null,
    next: found.length > size ? toPlace(rows.at(-1)) : null,
  }
}

/** Counts hits by verdict; a verdict without hits is missing. */
export function countHits(db: Db, filter: HitFilter): Promise<{ verdict: Verdict; count: number }[]> {
  return selectHits(db, filter)
    .select(['hit.verdict', sql<number>`count(*)::int`.as('count')])
    .groupBy('hit.verdict')
    .orderBy('hit.verdict')
    .execute()
}

/** Finds a hit of a scope by its id; undefined if there is none. */
export function findHit(db: Db, { publisherId, siteId, hitId }: PublisherScope & { hitId: string }) {
  const hit = db
    .selectFrom('click as hit')
    .selectAll('hit')
    .where('hit.publisherId', '=', publisherId)
    .where('hit.id', '=', hitId)
    .where('hit.clickedAt', '=', new Date(uuid7Time(hitId)))
    .$if(siteId !== undefined, (query) => query.where('hit.siteId', '=', siteId ?? null))
  return withNames(db, hit).executeTakeFirst()
}

function readHits(db: Db, filter: HitFilter, { size, after, before }: Part): Promise<HitRow[]> {
  const direction = before ? 'asc' : 'desc'
  let hits = selectHits(db, filter)
    .selectAll('hit')
    .orderBy('hit.id', direction)
    .limit(size + 1)
  if (after) hits = hits.where('hit.id', '<', after.id).where('hit.clickedAt', '<=', after.at)
  if (before) hits = hits.where('hit.id', '>', before.id).where('hit.clickedAt', '>=', before.at)
  return withNames(db, hits).orderBy('hit.id', direction).execute()
}

function selectHits(db: Db, { publisherId, from, until, siteId, subId, verdict }: HitFilter) {
  let hits = db
    .selectFrom('click as hit')
    .where('hit.publisherId', '=', publisherId)
    .where('hit.clickedAt', '>=', from)
    .where('hit.clickedAt', '<', until)
    .where('hit.id', '>=', firstUuid7(from.getTime()))
    .where('hit.id', '<', firstUuid7(until.getTime()))
  if (siteId !== undefined) hits = hits.where('hit.siteId', '=', siteId)
  if (verdict !== undefined) hits = hits.where('hit.verdict', '=', verdict)
  if (subId !== undefined) {
    hits = hits.where(sql<boolean>`${subId} IN (hit.sub1, hit.sub2, hit.sub3, hit.sub4, hit.sub5)`)
  }
  return hits
}

type Hits = ReturnType<ReturnType<typeof selectHits>['selectAll']>

function withNames(db: Db, hits: Hits) {
  return db
    .selectFrom(hits.as('hit'))
    .leftJoin('site', 'site.id', 'hit.siteId')
    .leftJoin('advertiser', 'advertiser.id', 'hit.advertiserId')
    .select(['hit.siteId', 'hit.advertiserId'])
    .select(['hit.id', 'hit.clickedAt', 'hit.verdict', 'hit.referrer', 'hit.destination', 'hit.country', 'hit.device'])
    .select(['hit.sub1', 'hit.sub2', 'hit.sub3', 'hit.sub4', 'hit.sub5'])
    .select(['site.name as siteName', 'advertiser.name as advertiserName'])
}

function toPlace(row: HitRow | undefined): Place | null {
  return row ? { at: row.clickedAt, id: row.id } : null
}
