import { sql } from 'kysely'
import type { Db } from '#database'
import { findOpenPeriod } from '#domains/people/account-states/queries.ts'
import { indexHosts, siblingHost } from '#domains/people/advertisers/rules.ts'
import type { PublisherScope } from '#kernel/actor-scope.ts'
import type { LinkTarget } from '../contract.ts'
import { readDestination } from '../rules/destination.ts'
import type { DestinationFault } from '../rules/destination.ts'
import { getLinkTarget } from '../rules/link.ts'

/** The page behind a custom link, and what the link does. */
export interface LinkedPage {
  /** Normalised. */
  destination: string
  host: string
  target: LinkTarget
  advertiserName: string | null
}

/** An address as it was given, with the page or with what is wrong with the address. */
export type ResolvedUrl = { url: string } & (
  | { fault: null; page: LinkedPage }
  | { fault: DestinationFault; page: null }
)

/** Reads addresses as destinations of a publisher's links, in their order. */
export async function resolveUrls(
  db: Db,
  { publisherId, site, urls }: { publisherId: bigint; site: { isActive: boolean }; urls: readonly string[] },
): Promise<ResolvedUrl[]> {
  const read = urls.map((url) => ({ url, destination: readDestination(url === '' ? undefined : url) }))
  const hosts = read.flatMap(({ destination }) => (typeof destination === 'string' ? [] : [destination.host]))
  const advertisers = await findAdvertisers(db, { publisherId, hosts })
  const isSuspended = (await findOpenPeriod(db, { publisherId, state: 'suspended' })) !== undefined
  return read.map(({ url, destination }) => {
    if (typeof destination === 'string') return { url, fault: destination, page: null }
    const { host, href } = destination
    const advertiser = advertisers.get(host)
    const target = getLinkTarget(advertiser, { ...site, isSuspended })
    return { url, fault: null, page: { destination: href, host, target, advertiserName: advertiser?.name ?? null } }
  })
}

/** Finds the advertisers that declared the hosts or their siblings, and whether a publisher has joined them. */
async function findAdvertisers(db: Db, { publisherId, hosts }: { publisherId: bigint; hosts: string[] }) {
  if (hosts.length === 0) return new Map<string, never>()
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
      sql<boolean>`advertiser.status = 'active' AND program.status IS NOT DISTINCT FROM 'open'`.as('isOpen'),
      sql<boolean>`membership.status IS NOT DISTINCT FROM 'joined'`.as('isJoined'),
    ])
    .where('advertiserDomain.host', 'in', [...new Set([...hosts, ...hosts.map(siblingHost)])])
    .execute()
  return indexHosts(rows.map((row) => [row.host, row] as const))
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
