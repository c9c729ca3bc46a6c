import { getAdvertiser, listDomains, listLinkableHosts } from '#domains/people/advertisers/queries.ts'
import { getHost } from '#domains/people/advertisers/rules.ts'
import { findNewestTerms } from '#domains/programmes/programs/queries/terms.ts'
import { buildLandingUrl } from '#domains/tracking/tracking/rules/destination.ts'
import type { Db } from '#database'
import { DAY_MS } from '#kernel/days.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findOwnProgram } from './setup.ts'

/** Makes the token of a test click. */
export type MintTestClick = (click: { advertiserId: bigint; issuedAt: Date }) => string

/** A test click with the address that a visitor with it reaches. */
export interface IssuedTestClick {
  token: string
  clickParam: string
  landingUrl: string
  expiresAt: Date
}

/** Issues a test click to an advertiser; it has no row anywhere. Refuses an advertiser without terms with 409. */
export async function issueTestClick(
  { db, now }: Ctx,
  { advertiserId, mintTestClick }: { advertiserId: bigint; mintTestClick: MintTestClick },
): Promise<IssuedTestClick> {
  const terms = await findNewestTerms(db, { advertiserId })
  const program = await findOwnProgram(db, { advertiserId })
  if (!terms || !program) throw new Refusal({ code: 'setup.test_needs_terms', status: 409 })
  const page = await findLandingPage(db, advertiserId)
  const token = mintTestClick({ advertiserId, issuedAt: now })
  return {
    token,
    clickParam: program.clickParam,
    landingUrl: buildLandingUrl(page, { clickParam: program.clickParam, token }),
    expiresAt: new Date(now.getTime() + Math.max(terms.windowDays, 1) * DAY_MS),
  }
}

/** Finds where links of an advertiser lead: its website, or its first proved host where the website is on none. */
async function findLandingPage(db: Db, advertiserId: bigint): Promise<string> {
  const { website } = await getAdvertiser(db, { advertiserId })
  const [first] = await listDomains(db, { advertiserId })
  const hosts = await listLinkableHosts(db, { advertiserId })
  return first === undefined || hosts.has(getHost(new URL(website))) ? website : `https://${first.host}/`
}
