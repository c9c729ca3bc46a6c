import { siblingHost } from '#domains/people/advertisers/rules.ts'
import { recordScriptFound } from '#domains/people/publishers/commands/publishers.ts'
import { listSites } from '#domains/people/publishers/queries.ts'
import { siteDomain } from '#domains/people/publishers/rules.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import { parseWebAddress } from '#kernel/site-url.ts'
import type { Ctx } from '#platform/server/context.ts'
import { OutboundError } from '#platform/server/outbound/outbound-client.ts'
import type { OutboundClient, OutboundResponse } from '#platform/server/outbound/outbound-client.ts'
import { limitRate } from '#platform/server/limits/rate-limit.ts'
import type { InstallationResult } from '../contract.ts'
import { findScript, readSnippetKey } from '../rules/tracker.ts'

/** A page to check for the tracking script. */
export interface InstallationCheck {
  publisherId: bigint
  /** The addresses of the network from which a page may load the script. */
  origins: readonly string[]
  /** The address of the page. */
  siteUrl: string
  /** The script tag, which names the site by its key. */
  snippet: string
}

/** The page shows the answer after ten seconds at the latest (specification 2, section 9), so the fetch ends before. */
const FETCH_TIMEOUT_MS = 9000

const HOURLY_CHECKS = 60

/**
 * Fetches a page of a publisher's own site and looks for the tracking script with the key of that site. Refuses an
 * address that is not public, a page of another site, and another publisher's key like an unknown one.
 */
export async function checkInstallation(
  ctx: Ctx,
  outbound: OutboundClient,
  check: InstallationCheck,
): Promise<InstallationResult> {
  const { publisherId, origins } = check
  const url = parseWebAddress(check.siteUrl)
  if (url === undefined) throw invalidSiteUrl()
  const key = readSnippetKey(check.snippet)
  const site = (await listSites(ctx.db, { publisherId })).find((own) => own.key === key)
  if (site === undefined) throw invalidField('check_str', { code: 'installation.script' })
  const host = siteDomain(site.url)
  if (![host, siblingHost(host)].includes(siteDomain(url))) {
    throw invalidField('site_url', { code: 'installation.other_site' })
  }
  await limitRate(ctx, { key: `installation:${publisherId}`, max: HOURLY_CHECKS, windowSeconds: 3600 })
  const page = await fetchPage(outbound, url)
  if (page === undefined || page.status >= 400) return 'unreachable'
  const result = findScript(page.body, { pageUrl: page.url, origins, siteKey: site.key })
  if (result === 'found') await recordScriptFound({ ...ctx, now: new Date() }, { publisherId, key: site.key })
  return result
}

/** Fetches a page; undefined when its server does not answer with one. */
async function fetchPage(outbound: OutboundClient, url: string): Promise<OutboundResponse | undefined> {
  try {
    return await outbound.get(url, { timeoutMs: FETCH_TIMEOUT_MS })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (error.fault === 'refused') throw invalidSiteUrl()
    if (error.fault === 'busy') throw new Refusal({ code: 'busy', status: 503, retryAfterSeconds: 5 })
    return undefined
  }
}

function invalidSiteUrl(): Refusal {
  return invalidField('site_url', { code: 'signup.29' }, 'account.57')
}
