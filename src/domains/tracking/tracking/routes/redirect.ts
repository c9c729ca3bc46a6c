import { uuid7 } from '#kernel/uuid7.ts'
import type { FindCountry } from '#platform/server/country-table.ts'
import type { PreRouterHandler, PreRouterRequest, PreRouterResponse } from '#platform/server/http/pre-router.ts'
import type { Logger } from '#platform/server/log.ts'
import { createCounter } from '#platform/server/metrics/metrics.ts'
import type { ClickLog } from '../engine/click-log.ts'
import type { HitOverflow } from '../engine/hit-overflow.ts'
import { mintClickToken } from './click-token.ts'
import type { ClickTokenKey } from './click-token.ts'
import { termsInForce } from '#domains/programmes/programs/rules.ts'
import type { Catalog, CatalogAdvertiser, CatalogTerms } from '../queries/catalog.ts'
import type { CatalogSite } from '../queries/sites.ts'
import { buildLandingUrl, readDestination } from '../rules/destination.ts'
import type { Destination, DestinationFault } from '../rules/destination.ts'
import { mergeShortLink, readLink } from './requested-link.ts'
import type { RequestedLink } from './requested-link.ts'
import { isEnding } from '../rules/ending.ts'
import type { ShortLink } from '../queries/short-links.ts'
import { VERDICTS, isRefused, judge } from '../rules/verdict.ts'
import type { Verdict } from '../rules/verdict.ts'
import { hasConsent, isForLaterVisit, isNavigation, isPrefetch, readAgent, readReferrer } from '../rules/visitor.ts'
import type { Click } from '../tables.ts'
import { sendPage } from './click-error-page.ts'
import type { PageOptions } from './click-error-page.ts'

/** Dependencies of the redirect. */
export interface RedirectOptions extends PageOptions {
  catalog: { readonly current: Catalog }
  clickLog: ClickLog
  /** Finds a short link that the catalog lacks, which may be newer; see `createShortLinkFinder`. */
  findShortLink: (ending: string) => Promise<ShortLink | undefined>
  /** Counts the hits with unknown keys that are too many to store. */
  overflow?: Pick<HitOverflow, 'takes'>
  tokenKey: ClickTokenKey
  /** Reads the IP prefix of a visitor from a request; see `createIpPrefixReader`. */
  readIpPrefix: (request: PreRouterRequest) => string | undefined
  findCountry: FindCountry
  log: Logger
}

/** One hit with the facts that decide its verdict and its answer. */
interface Hit {
  request: PreRouterRequest
  response: PreRouterResponse
  link: RequestedLink
  destination: Destination | DestinationFault
  site: CatalogSite | undefined
  advertiser: CatalogAdvertiser | undefined
  terms: CatalogTerms | undefined
  /** Whether the link says that the visitor agreed to tracking. */
  hasConsent: boolean
  at: Date
}

const hits = createCounter('hits_total', 'Hits on tracking links, by verdict', ['verdict'])
const hitsByVerdict = Object.fromEntries(VERDICTS.map((verdict) => [verdict, hits.labels(verdict)]))

const MAX_USER_AGENT_CHARACTERS = 500

/**
 * Creates the handler of `GET /r?key=…&url=…`, `GET /r/{key}?url=…` and of short links, `GET /s/{ending}`. It gives
 * every hit a verdict and stores the hit before it answers. It redirects only to hosts that an advertiser declared. It
 * never throws.
 */
export function createRedirect(options: RedirectOptions): PreRouterHandler {
  const { catalog } = options
  return (request, response) => {
    const link = readLink(request.url ?? '', catalog.current)
    if (link === undefined) return false
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      sendPage(options, { request, response, kind: 'method' })
      return true
    }
    const received = { request, response, link }
    if (link.ending !== undefined && link.linkId === undefined && isEnding(link.ending)) {
      void answerLater(options, received, link.ending)
      return true
    }
    try {
      answer(options, buildHit(options, received))
    } catch (err) {
      abort(options, response, err)
    }
    return true
  }
}

/** Answers a short link that the catalog lacks. Without an answer of the database, nobody knows whether it exists. */
async function answerLater(options: RedirectOptions, received: Received, ending: string): Promise<void> {
  const { request, response, link } = received
  let found: ShortLink | undefined
  try {
    found = await options.findShortLink(ending)
  } catch {
    sendPage(options, { request, response, kind: 'unavailable' })
    return
  }
  try {
    answer(options, buildHit(options, { ...received, link: found ? mergeShortLink(link, found) : link }))
  } catch (err) {
    abort(options, response, err)
  }
}

type Received = Pick<Hit, 'request' | 'response' | 'link'>

function buildHit({ catalog: { current } }: RedirectOptions, received: Received): Hit {
  const { link } = received
  const at = new Date()
  const destination = link.isBroken ? 'malformed' : readDestination(link.url)
  const advertiser = typeof destination === 'string' ? undefined : current.advertisersByHost.get(destination.host)
  return {
    ...received,
    destination,
    site: link.key === undefined ? undefined : findSite(current.sites, link.key),
    advertiser,
    terms: advertiser && termsInForce(advertiser.terms, at),
    hasConsent: hasConsent(link),
    at,
  }
}

/** Some tools write addresses in capital letters; keys have none. */
function findSite(sites: Catalog['sites'], key: string): CatalogSite | undefined {
  return sites.get(key) ?? sites.get(key.toLowerCase())
}

/** Stores the hit, then answers it. Beyond the bound for strangers a hit is only counted. */
function answer(options: RedirectOptions, hit: Hit): void {
  const verdict = getVerdict(hit)
  hitsByVerdict[verdict]?.inc()
  const { request, response, at } = hit
  if (verdict === 'unknown_site' && options.overflow?.takes({ verdict, at, ipPrefix: options.readIpPrefix(request) })) {
    sendPage(options, { request, response, ...getPageKind(hit), continueUrl: getContinueUrl(hit) })
    return
  }
  const click = buildClick(options, hit, verdict)
  options.clickLog
    .append(click)
    .then(
      () => send(options, hit, click),
      () => sendPage(options, { request, response, kind: 'unavailable', continueUrl: getContinueUrl(hit) }),
    )
    .catch((err: unknown) => abort(options, response, err))
}

function abort({ log }: RedirectOptions, response: PreRouterResponse, err: unknown): void {
  log.error({ err }, 'A hit on a tracking link could not be answered')
  response.destroy()
}

function send(options: RedirectOptions, hit: Hit, { verdict, publisherId, id: clickId }: Click): void {
  const { request, response, destination, advertiser } = hit
  if (isRefused(verdict) || typeof destination === 'string' || advertiser === undefined) {
    sendPage(options, { request, response, ...getPageKind(hit), continueUrl: getContinueUrl(hit) })
    return
  }
  if (verdict === 'prefetch' && isForLaterVisit(request.headers)) {
    postpone(response)
    return
  }
  const token = verdict === 'payable' ? mintClickToken(options.tokenKey, { publisherId, clickId }) : undefined
  redirect(response, buildLandingUrl(destination.href, { clickParam: advertiser.clickParam, token }))
}

/** Makes the browser ask again when the visitor comes: it would use the answer of now for that visit. */
function postpone(response: PreRouterResponse): void {
  response.writeHead(503, ['Cache-Control', 'no-store', 'Content-Length', '0'])
  response.end()
}

function redirect(response: PreRouterResponse, location: string): void {
  response.writeHead(302, [
    'Location',
    location,
    'Cache-Control',
    'no-store',
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Content-Length',
    '0',
  ])
  response.end()
}

function getVerdict(hit: Hit): Verdict {
  const { request, destination, site, advertiser, terms } = hit
  return judge({
    isSiteKnown: site !== undefined,
    isLinkValid: typeof destination !== 'string',
    isAdvertiserKnown: advertiser !== undefined,
    isBot: readAgent(request.headers['user-agent']).isBot,
    isPrefetch: isPrefetch(request.headers),
    isHead: request.method === 'HEAD',
    isNavigation: isNavigation(request.headers),
    isSuspended: site?.restriction === 'suspended',
    isAccountClosed: site?.restriction === 'closed',
    isSiteActive: site?.isActive === true,
    isProgramOpen: advertiser?.isOpen === true && terms !== undefined,
    isProgramPaused: advertiser?.isPaused === true,
    isJoined: site !== undefined && advertiser?.joinedPublisherIds.has(site.publisherId) === true,
    hasConsent: hit.hasConsent,
  })
}

const UNKNOWN_ID = 0n

function buildClick(options: RedirectOptions, hit: Hit, verdict: Verdict): Click {
  const { link, destination, site, advertiser, terms, at } = hit
  const { sub1, sub2, sub3, sub4, sub5 } = link.subs
  return {
    publisherId: site?.publisherId ?? UNKNOWN_ID,
    id: uuid7(at.getTime()),
    clickedAt: at,
    siteId: site?.siteId ?? UNKNOWN_ID,
    advertiserId: advertiser?.advertiserId ?? UNKNOWN_ID,
    termsId: terms?.termsId ?? UNKNOWN_ID,
    verdict,
    sub1,
    sub2,
    sub3,
    sub4,
    sub5,
    destination: typeof destination === 'string' ? null : destination.href,
    ...readVisitor(options, hit),
    promotionId: link.promotionId ?? null,
    linkId: link.linkId ?? null,
  }
}

type VisitorFacts = Pick<Click, 'referrer' | 'userAgent' | 'ipPrefix' | 'country' | 'device'>

const NO_VISITOR_DATA: VisitorFacts = {
  referrer: null,
  userAgent: null,
  ipPrefix: null,
  country: null,
  device: null,
}

/** Reads the visitor data that a hit stores: none without consent, and none under Global Privacy Control. */
function readVisitor({ readIpPrefix, findCountry }: RedirectOptions, hit: Hit): VisitorFacts {
  const { request } = hit
  const { headers } = request
  if (!hit.hasConsent || headers['sec-gpc'] === '1') return NO_VISITOR_DATA
  const userAgent = headers['user-agent']
  const ipPrefix = readIpPrefix(request)
  return {
    referrer: readReferrer(headers.referer) ?? null,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
    ipPrefix: ipPrefix ?? null,
    country: ipPrefix === undefined ? null : findCountry(ipPrefix),
    device: readAgent(userAgent).device,
  }
}

function getPageKind({ link, destination, site }: Hit): {
  kind: 'unknown_site' | 'unknown_advertiser' | 'unknown_link' | DestinationFault
  host?: string
} {
  if (link.ending !== undefined && link.linkId === undefined) return { kind: 'unknown_link' }
  if (site === undefined) return { kind: link.key === undefined && link.url === undefined ? 'missing' : 'unknown_site' }
  return typeof destination === 'string'
    ? { kind: destination }
    : { kind: 'unknown_advertiser', host: destination.host }
}

/** The destination that an error page may link to: only one on a declared host. */
function getContinueUrl({ destination, advertiser }: Hit): Destination | undefined {
  return typeof destination === 'string' || advertiser === undefined ? undefined : destination
}
