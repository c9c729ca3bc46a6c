import { regionName } from '#kernel/regions.ts'
import { listSites } from '#domains/people/publishers/queries.ts'
import { getPublisherScope } from '#kernel/actor-scope.ts'
import type { PublisherScope } from '#kernel/actor-scope.ts'
import { writeCursor } from '#kernel/cursor.ts'
import { addDays, startOfDay, toDayRange } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { MAX_HIT_DAYS, countHitsCall, listHitsCall } from '../contract.ts'
import type { HitView } from '../contract.ts'
import { countHits, findHit, listHits } from '../queries/hits.ts'
import type { HitFilter, HitPage, HitRow } from '../queries/hits.ts'
import { readClickToken } from './click-token.ts'
import type { ClickTokenKey } from './click-token.ts'

/** Creates the routes of the hit search. */
export function createHitRoutes(tokenKey: ClickTokenKey): Route[] {
  return [
    route(listHitsCall, async (ctx, { query }) => {
      const scope = getPublisherScope(ctx.actor)
      const sites = await listSites(ctx.db, scope)
      const page =
        query.click_token === ''
          ? await listHits(
              ctx.db,
              { ...buildFilter(query, { ...scope, sites, now: ctx.now }), verdict: query.verdict },
              { size: query.page_size, after: query.after, before: query.before },
            )
          : await findByToken(ctx, { ...scope, token: query.click_token, tokenKey })
      return {
        ...SUCCESS,
        data: {
          hits: page.rows.map((row) => viewHit(row, ctx.locale)),
          next: page.next && writeCursor(page.next),
          previous: page.previous && writeCursor(page.previous),
          sites: sites.map(({ key, name }) => ({ key, name })),
        },
      }
    }),
    route(countHitsCall, async (ctx, { query }) => {
      const scope = getPublisherScope(ctx.actor)
      const sites = await listSites(ctx.db, scope)
      const counted = await countHits(ctx.db, buildFilter(query, { ...scope, sites, now: ctx.now }))
      return {
        ...SUCCESS,
        data: {
          count: counted.reduce((sum, { count }) => sum + count, 0),
          counts: Object.fromEntries(counted.map(({ verdict, count }) => [verdict, count])),
        },
      }
    }),
  ]
}

interface HitQuery {
  key: string
  sub_id: string
  begin?: Day | undefined
  end?: Day | undefined
}

interface Searcher extends PublisherScope {
  sites: readonly { id: bigint; key: string }[]
  now: Date
}

/** Refuses a range of more than seven days, and the key of a site outside the scope as one that does not exist. */
function buildFilter(query: HitQuery, { publisherId, siteId, sites, now }: Searcher): HitFilter {
  const { from, until } = toDayRange(query, now)
  if (addDays(from, MAX_HIT_DAYS) < until) {
    throw new Refusal({ code: 'hit.range_long', params: { days: MAX_HIT_DAYS }, status: 422, field: 'begin' })
  }
  const site = query.key === '' ? undefined : sites.find(({ key }) => key === query.key)
  if (query.key !== '' && site === undefined) throw notFound()
  return {
    publisherId,
    from: startOfDay(from),
    until: startOfDay(until),
    siteId: siteId ?? site?.id,
    subId: query.sub_id === '' ? undefined : query.sub_id,
  }
}

interface TokenSearch extends PublisherScope {
  token: string
  tokenKey: ClickTokenKey
}

/** Finds the hit of a click token. A forged token, an unknown one and one outside the scope find none. */
async function findByToken(ctx: RequestCtx, { publisherId, siteId, token, tokenKey }: TokenSearch): Promise<HitPage> {
  const click = readClickToken(tokenKey, token)
  const isOwn = click?.publisherId === publisherId
  const hit = isOwn ? await findHit(ctx.db, { publisherId, siteId, hitId: click.clickId }) : undefined
  return { rows: hit ? [hit] : [], next: null, previous: null }
}

function viewHit(row: HitRow, locale: 'en' | 'zh'): HitView {
  return {
    hit_id: row.id,
    hit_at: row.clickedAt.toISOString(),
    verdict: row.verdict,
    site_name: row.siteName,
    advertiser_name: row.advertiserName,
    referrer: row.referrer,
    destination: row.destination,
    subs: [row.sub1, row.sub2, row.sub3, row.sub4, row.sub5].map((sub) => sub ?? ''),
    country: row.country === null ? null : regionName(row.country, locale),
    device: row.device,
  }
}
