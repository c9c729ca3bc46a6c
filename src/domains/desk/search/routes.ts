import { readClickToken } from '#domains/tracking/tracking/routes/click-token.ts'
import type { ClickTokenKey } from '#domains/tracking/tracking/routes/click-token.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { findNamesCall, searchCall } from './contract.ts'
import type { SearchResult } from './contract.ts'
import { findNames } from './queries/find-names.ts'
import { findForOperator } from './queries/find-operator-things.ts'
import { findForAdvertiser, findForPublisher } from './queries/find-own-things.ts'
import { findTransactions } from './queries/find-transactions.ts'
import type { NamedClick } from './queries/find-transactions.ts'
import { readSearcher } from './queries/searcher.ts'
import type { Searcher } from './queries/searcher.ts'
import { readTerm } from './rules.ts'
import type { SearchTerm } from './rules.ts'

/** The most results of a search. */
const MAX_RESULTS = 12

/** Creates the routes of the search by id and of the search by name. What belongs to another account is not found. */
export function searchRoutes(tokenKey: ClickTokenKey): Route[] {
  return [
    route(searchCall, async ({ db, actor }, { query }) => {
      const term = readTerm(query.q)
      if (!term || actor.kind !== 'account') return { ...SUCCESS, data: { results: [] } }
      const searcher = readSearcher(actor)
      const click = term.token === undefined ? undefined : readClickToken(tokenKey, term.token)
      const transactions = await findTransactions(db, searcher, { term, click })
      const hits = click && isOwnHit(searcher, click) ? [viewHit(term)] : []
      const others = await findOthers({ db, searcher }, term)
      return { ...SUCCESS, data: { results: [...hits, ...transactions, ...others].slice(0, MAX_RESULTS) } }
    }),
    route(findNamesCall, async ({ db, actor }, { params, query }) => {
      if (actor.kind !== 'account') return { ...SUCCESS, data: { names: [] } }
      const { q: text, advertiser_id: advertiserId, ...asked } = query
      const names = await findNames(db, readSearcher(actor), { ...params, ...asked, text, advertiserId })
      return { ...SUCCESS, data: { names } }
    }),
  ]
}

function isOwnHit({ role, publisherId, siteId }: Searcher, click: NamedClick): boolean {
  return role === 'publisher' && siteId === undefined && publisherId === click.publisherId
}

function viewHit({ text }: SearchTerm): SearchResult {
  return { kind: 'hit', title: text, detail: '', path: `/hits?click_token=${encodeURIComponent(text)}` }
}

function findOthers(
  { db, searcher }: { db: Parameters<typeof findForOperator>[0]; searcher: Searcher },
  term: SearchTerm,
) {
  const { role, publisherId, siteId, advertiserId } = searcher
  if (role === 'operator') return findForOperator(db, term)
  if (advertiserId !== undefined) return findForAdvertiser(db, advertiserId, term)
  return publisherId === undefined ? [] : findForPublisher(db, { publisherId, siteId }, term)
}
