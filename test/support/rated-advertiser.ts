import type { Rate } from '#domains/programmes/rates/rules/rate.ts'
import { saveDraftLine } from '#domains/partners/terms/commands/change-draft.ts'
import { publishDraft } from '#domains/partners/terms/commands/publish-draft.ts'
import { mailVersions } from '#domains/partners/terms/commands/mail-versions.ts'
import type { LineName, RateLine } from '#domains/partners/terms/rules/draft.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createOrderFixtures } from './order-fixtures.ts'

/** A rate of this percentage. */
export const percent = (value: number): Rate => ({ kind: 'percent', ratePpm: value * 10_000 })

const all: RateLine = {
  event: 'sale',
  publisherId: null,
  groupId: null,
  productGroup: null,
  region: null,
  customer: null,
  startsAt: null,
  endsAt: null,
  rate: percent(10),
}

/** The name of the rate that all sales have. */
export const saleRate: LineName = { number: 0, event: 'sale' }

/** Creates an advertiser whose publisher has joined, with a catalog that knows its terms. */
export async function createRatedAdvertiser(ctx: Ctx) {
  const fixtures = await createOrderFixtures(ctx.db)
  const { advertiserId, publisherId } = fixtures
  const { id: programId } = await ctx.db
    .selectFrom('program')
    .select('id')
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirstOrThrow()
  const join = (joinedId: bigint) =>
    ctx.db
      .insertInto('membership')
      .values({
        programId,
        publisherId: joinedId,
        status: 'joined',
        requestedAt: ctx.now,
        decidedAt: ctx.now,
        decidedBy: null,
      })
      .execute()
  await join(publisherId)
  const save = (revision: number, line: Partial<RateLine>, name?: LineName) =>
    saveDraftLine(ctx, { advertiserId, revision, line: { ...all, ...line }, name })
  /** Publishes the draft and tells the publishers. */
  const publish = async (at: Ctx, revision: number) => {
    const published = await publishDraft(at, { advertiserId, revision })
    await mailVersions(at)
    return published
  }
  return { ...fixtures, programId, join, save, publish }
}
