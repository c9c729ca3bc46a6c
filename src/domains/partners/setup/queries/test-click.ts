import { getAdvertiser } from '#domains/people/advertisers/queries.ts'
import { findNewestTerms } from '#domains/programmes/programs/queries/terms.ts'
import { buildLandingUrl } from '#domains/tracking/tracking/rules/destination.ts'
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
  const { website } = await getAdvertiser(db, { advertiserId })
  const token = mintTestClick({ advertiserId, issuedAt: now })
  return {
    token,
    clickParam: program.clickParam,
    landingUrl: buildLandingUrl(website, { clickParam: program.clickParam, token }),
    expiresAt: new Date(now.getTime() + Math.max(terms.windowDays, 1) * DAY_MS),
  }
}
