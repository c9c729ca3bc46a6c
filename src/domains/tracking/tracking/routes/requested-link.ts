import type { Catalog } from '../queries/catalog.ts'
import type { ShortLink } from '../queries/short-links.ts'
import { normalizeEnding } from '../rules/ending.ts'
import { readLinkQuery } from '../rules/link-query.ts'
import type { LinkQuery } from '../rules/link-query.ts'

/** A tracking link as it was requested. */
export interface RequestedLink extends LinkQuery {
  /** The ending of a short link. */
  ending?: string
  /** The short link, if there is one with the ending. */
  linkId?: bigint
}

/** Reads the target of a request for a tracking link; undefined for another target. */
export function readLink(target: string, catalog: Catalog): RequestedLink | undefined {
  if (!target.startsWith('/r')) return target.startsWith('/s/') ? readShortLink(target, catalog) : undefined
  const queryAt = target.indexOf('?')
  const path = queryAt === -1 ? target : target.slice(0, queryAt)
  const key = path === '/r' ? '' : /^\/r\/([^/]*)\/?$/.exec(path)?.[1]
  if (key === undefined) return undefined
  const link = readLinkQuery(queryAt === -1 ? '' : target.slice(queryAt + 1))
  if (key !== '') link.key = key
  return link
}

function readShortLink(target: string, { shortLinks }: Catalog): RequestedLink | undefined {
  const [, path, query = ''] = /^\/s\/([^/?]+)\/?(?:\?(.*))?$/s.exec(target) ?? []
  if (path === undefined) return undefined
  const ending = normalizeEnding(path)
  const link: RequestedLink = { ...readLinkQuery(query), key: undefined, url: undefined, ending }
  const known = shortLinks.get(ending)
  return known ? mergeShortLink(link, known) : link
}

/** The query of a short link can give consent and promotion, and the sub ids that the link itself leaves open. */
export function mergeShortLink(link: RequestedLink, { linkId, siteKey, url, subs }: ShortLink): RequestedLink {
  const own = Object.fromEntries(Object.entries(subs).filter(([, sub]) => sub !== null))
  return { ...link, linkId, key: siteKey, url, subs: { ...link.subs, ...own } }
}
