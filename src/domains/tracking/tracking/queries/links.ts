import { sql } from 'kysely'
import type { Db } from '#database'
import { findOpenPeriod } from '#domains/people/account-states/queries.ts'
import { indexHosts, siblingHost } from '#domains/people/advertisers/rules.ts'
import type { PublisherScope } from '#kernel/actor-scope.ts'
import type { Page } from '#kernel/paging.ts'
import { readPage } from '#platform/server/database/read-page.ts'
import type { LinkTarget } from '../contract.ts'
import { readDestination } from '../rules/destination.ts'
import type { DestinationFault } from '../rules/destination.ts'
import { getLinkTarget } from '../rules/link.ts'
import { acceptsJoins, canRequestJoin, statusAfterRequest } from '#domains/programmes/programs/rules.ts'
import type { MembershipStatus } from '#domains/programmes/programs/rules.ts'

/** The page behind a custom link, and what the link does. */
export interface LinkedPage {
  /** Normalised. */
  destination: string
  host: string
  target: LinkTarget
  advertiserName: string | null
  /** The publisher's relation to the programme. */
  membership: MembershipStatus | null
  /** The programme, if the publisher can ask to join it now. */
  joinable: { publicId: number; slug: string; isAtOnce: boolean } | null
}

/** An address as it was given, with the page or with what is wrong with the address. */
export type ResolvedUrl = { url: string } & (
  | { fault: null; page: LinkedPage }
  | { fault: DestinationFault; page: null }
)

/** Addresses to read for a site of the scope. Only the publisher itself joins programmes, no sub-account. */
interface UrlsToResolve extends PublisherScope {
  site: { isActive: boolean }
  urls: readonly string[]
  now: Date
}

/** Reads addresses as destinations of a publisher's links, in their order. */
export async function resolveUrls(db: Db, { publisherId, siteId, site, urls, now }: UrlsToResolve) {
  const read = urls.map((url) => ({ url, destination: readDestination(url === '' ? undefined : url) }))
  const hosts = read.flatMap(({ destination }) => (typeof destination === 'string' ? [] : [destination.host]))
  const advertisers = await findAdvertisers(db, { publisherId, hosts })
  const isSuspended = (await findOpenPeriod(db, { publisherId, state: 'suspended' })) !== undefined
  return read.map(({ url, destination }): ResolvedUrl => {
    if (typeof destination === 'string') return { url, fault: destination, page: null }
    const { host, href } = destination
    const advertiser = advertisers.get(host)
    const target = getLinkTarget(advertiser, { ...site, isSuspended })
    const membership = advertiser?.membership ?? null
    const joinable = siteId === undefined && advertiser ? findJoinable(advertiser, now) : null
    const advertiserName = advertiser?.name ?? null
    return { url, fault: null, page: { destination: href, host, target, advertiserName, membership, joinable } }
  })
}

type AdvertiserOfHost = Awaited<ReturnType<typeof findAdvertisers>> extends Map<string, infer Row> ? Row : never

function findJoinable(row: AdvertiserOfHost, now: Date): LinkedPage['joinable'] {
  const { isOpen, publicId, slug, joinMode } = row
  const membership = row.membership ?? undefined
  if (publicId === null || slug === null || joinMode === null || !isOpen) return null
  if (!acceptsJoins(row, now) || !canRequestJoin(membership)) return null
  return { publicId, slug, isAtOnce: statusAfterRequest(membership, joinMode) === 'joined' }
}

/** Finds the advertisers that declared the hosts or their siblings, and whether a publisher has joined them. */
async function findAdvertisers(db: Db, { publisherId, hosts }: { publisherId: bigint; hosts: string[] }) {
  const rows = await db
    .selectFrom('advertiserDomain')
    .innerJoin('advertiser', 'advertiser.id', 'advertiserDomain.advertiserId')
    .leftJoin('program', 'program.advertiserId', 'advertiser.id')
    .leftJoin('membership', (join) =>
      join.onRef('membership.programId', '=', 'program.id').on('membership.publisherId', '=', publisherId),
    )
    .select([
      'advertiserDomain.host',
      'advertiser.name',
      'program.publicId',
      'program.slug',
      'program.joinMode',
      'program.noJoinsFrom',
      'program.joinsPausedUntil',
      'program.closesAt',
      'membership.status as membership',
      sql<boolean>`advertiser.status = 'active' AND program.status IS NOT DISTINCT FROM 'open'`.as('isOpen'),
      sql<boolean>`membership.status IS NOT DISTINCT FROM 'joined'`.as('isJoined'),
    ])
    .where(sql<boolean>`advertiser_domain.host = ANY(${[...new Set([...hosts, ...hosts.map(siblingHost)])]})`)
    .execute()
  return indexHosts(rows.map((row) => [row.host, row] as const))
}

/** Lists the short links of a scope, newest first. `count` covers all pages. */
export async function listShortLinks(db: Db, { publisherId, siteId, page }: PublisherScope & { page: Page }) {
  const matching = db
    .selectFrom('shortLink')
    .innerJoin('site', 'site.id', 'shortLink.siteId')
    .where('shortLink.publisherId', '=', publisherId)
    .where('deletedAt', 'is', null)
    .$if(siteId !== undefined, (query) => query.where('shortLink.siteId', '=', siteId ?? null))
  const ordered = matching
    .select(['shortLink.id as linkId', 'site.key as siteKey', 'site.name as siteName', 'ending', 'destination'])
    .select(['sub1', 'sub2', 'sub3', 'sub4', 'sub5', 'madeAt'])
    .orderBy('shortLink.id', 'desc')
  const { count, rows: links } = await readPage(page, matching, ordered)
  return { count, links }
}

/** The last links that a publisher made for the sites of a scope, newest first, with their sites. */
export function listCustomLinks(db: Db, { publisherId, siteId }: PublisherScope) {
  return db
    .selectFrom('customLink')
    .innerJoin('site', 'site.id', 'customLink.siteId')
    .select(['site.key as siteKey', 'site.name as siteName', 'destination', 'madeAt'])
    .select(['sub1', 'sub2', 'sub3', 'sub4', 'sub5'])
    .where('customLink.publisherId', '=', publisherId)
    .$if(siteId !== undefined, (query) => query.where('customLink.siteId', '=', siteId ?? null))
    .orderBy('madeAt', 'desc')
    .orderBy('customLink.id', 'desc')
    .execute()
}
