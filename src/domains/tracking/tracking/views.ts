import type { CustomLinkView, LinkAnswer, ShortLinkView } from './contract.ts'
import type { ResolvedUrl, listCustomLinks, listShortLinks } from './queries/links.ts'
import { buildShortUrl, buildTrackingUrl } from './rules/link.ts'
import type { LinkParts } from './rules/link.ts'
import type { Click } from './tables.ts'

/** The link to an address as its publisher reads it. */
export function viewLink({ url, fault, page }: ResolvedUrl, parts: Omit<LinkParts, 'url'>): LinkAnswer {
  if (page === null) return { url, fault, link: null }
  const { host, target, advertiserName, membership, joinable } = page
  return {
    url,
    fault,
    link: {
      ...viewUrls({ ...parts, url: page.destination }),
      hostname: host,
      target,
      advertiser_name: advertiserName,
      membership,
      joinable: joinable && { public_id: joinable.publicId, slug: joinable.slug, joins_at_once: joinable.isAtOnce },
    },
  }
}

/** One of the last links of a publisher. */
export function viewCustomLink(
  link: Awaited<ReturnType<typeof listCustomLinks>>[number],
  trackingOrigin: string,
): CustomLinkView {
  const { siteKey, siteName, destination: url, madeAt, ...subs } = link
  const { sub1: id, ...others } = subs
  return {
    ...viewUrls({ trackingOrigin, siteKey, subs, url }),
    site_name: siteName,
    url,
    id,
    ...others,
    made_at: madeAt.toISOString(),
  }
}

type ShortLinkRow = Awaited<ReturnType<typeof listShortLinks>>['links'][number]

/** A short link as its publisher reads it. */
export function viewShortLink(link: ShortLinkRow, trackingOrigin: string): ShortLinkView {
  const { linkId, siteKey, siteName, ending, destination, sub1, sub2, sub3, sub4, sub5, madeAt } = link
  return {
    link_id: Number(linkId),
    ending: ending ?? '',
    short_url: `${trackingOrigin}/s/${ending}`,
    site_key: siteKey,
    site_name: siteName,
    url: destination ?? '',
    subs: [sub1, sub2, sub3, sub4, sub5],
    made_at: madeAt.toISOString(),
  }
}

function viewUrls(parts: LinkParts) {
  return { site_key: parts.siteKey, tracking_url: buildTrackingUrl(parts), short_url: buildShortUrl(parts) }
}

/** Writes clicks as lines of PostgreSQL's text format for COPY. */
export function clicksToCopyText(clicks: readonly Click[]): string {
  let lines = ''
  let lastMs = Number.NaN
  let at = ''
  for (const click of clicks) {
    // Clicks of one batch fall into few milliseconds, so most of them reuse the text of the time before.
    const clickedMs = click.clickedAt.getTime()
    if (clickedMs !== lastMs) at = click.clickedAt.toISOString()
    lastMs = clickedMs
    lines += `${click.publisherId}\t${click.id}\t${at}\t`
    lines += `${click.siteId}\t${click.advertiserId}\t${click.termsId}\t${click.verdict}\t`
    lines += `${field(click.sub1)}\t${field(click.sub2)}\t${field(click.sub3)}\t${field(click.sub4)}\t`
    lines += `${field(click.sub5)}\t${field(click.destination)}\t${field(click.referrer)}\t`
    lines += `${field(click.userAgent)}\t${field(click.ipPrefix)}\t${click.country ?? NULL}\t${click.device ?? NULL}\t`
    lines += `${click.promotionId ?? NULL}\t${click.linkId ?? NULL}\n`
  }
  return lines
}

const NULL = '\\N'

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function field(text: string | null): string {
  if (text === null) return NULL
  return /[\\\n\r\t]/.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? '') : text
}

/** Writes one click as JSON with the names of the table's columns, for the spool and its replay. */
export function clickToJson(click: Click): string {
  return JSON.stringify({
    publisher_id: click.publisherId.toString(),
    id: click.id,
    clicked_at: click.clickedAt,
    site_id: click.siteId.toString(),
    advertiser_id: click.advertiserId.toString(),
    terms_id: click.termsId.toString(),
    verdict: click.verdict,
    sub1: click.sub1,
    sub2: click.sub2,
    sub3: click.sub3,
    sub4: click.sub4,
    sub5: click.sub5,
    destination: click.destination,
    referrer: click.referrer,
    user_agent: click.userAgent,
    ip_prefix: click.ipPrefix,
    country: click.country,
    device: click.device,
    promotion_id: click.promotionId?.toString() ?? null,
    link_id: click.linkId?.toString() ?? null,
  })
}
