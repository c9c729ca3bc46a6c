import { sql } from 'kysely'
import type { Db } from '#database'
import { addDays, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { judgeEvidence } from '../rules/evidence.ts'
import type { Evidence, PublisherSums, Sums } from '../rules/evidence.ts'
import { getSiteKind } from '../rules/site-kind.ts'
import { MEASURED_DAYS } from '../rules/vocabulary.ts'

/** The publishers that are measured together. */
const BATCH = 1000

const NOTHING: PublisherSums = {
  clicks: 0n,
  orders: 0n,
  confirmed: 0n,
  cancelled: 0n,
  advertisers: 0,
  largestClicks: 0n,
  largestOrders: 0n,
  largestDecided: 0n,
}

/** Writes the sites and the figures of all publishers whom brands may find, from roll-ups. */
export async function measureListings(ctx: Ctx): Promise<void> {
  const network = await sumNetwork(ctx.db, getFirstDay(ctx))
  let after = 0n
  for (;;) {
    const { rows } = await sql<{ publisherId: bigint }>`
      SELECT publisher_id FROM publisher_listing WHERE publisher_id > ${after}
      ORDER BY publisher_id LIMIT ${BATCH}`.execute(ctx.db)
    const last = rows.at(-1)
    if (!last) return
    await measureBatch(
      ctx,
      rows.map(({ publisherId }) => publisherId),
      network,
    )
    after = last.publisherId
  }
}

/** Writes the sites and the figures of one publisher. */
export async function measureListing(ctx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  await measureBatch(ctx, [publisherId], await sumNetwork(ctx.db, getFirstDay(ctx)))
}

const getFirstDay = ({ now }: Ctx) => addDays(toDay(now), -MEASURED_DAYS)

/** Sums up all clicks of the network, with the orders that they brought. */
async function sumNetwork(db: Db, from: Day): Promise<Sums> {
  const { rows } = await sql<Sums>`
    SELECT coalesce(sum(clicks), 0)::bigint AS clicks, coalesce(sum(confirmed_transactions), 0)::bigint AS confirmed,
      coalesce(sum(transactions + cancelled_transactions), 0)::bigint AS orders,
      coalesce(sum(cancelled_transactions), 0)::bigint AS cancelled
    FROM rollup_advertiser_total WHERE day >= ${from}`.execute(db)
  return rows[0] ?? NOTHING
}

async function measureBatch(ctx: Ctx, publisherIds: readonly bigint[], network: Sums): Promise<void> {
  const sums = await sumPublishers(ctx.db, publisherIds, getFirstDay(ctx))
  const sites = await listActiveSites(ctx.db, publisherIds)
  const measured = publisherIds.map((publisherId) => ({
    publisherId,
    ...describeSites(sites.get(publisherId) ?? []),
    ...toColumns(judgeEvidence(sums.get(publisherId) ?? NOTHING, network)),
  }))
  await writeListings(ctx, measured)
}

async function sumPublishers(db: Db, publisherIds: readonly bigint[], from: Day) {
  const { rows } = await sql<PublisherSums & { publisherId: bigint }>`
    WITH each AS (
      SELECT publisher_id, advertiser_id, sum(clicks) AS clicks, sum(transactions + cancelled_transactions) AS orders,
        sum(confirmed_transactions) AS confirmed, sum(cancelled_transactions) AS cancelled
      FROM rollup_advertiser WHERE publisher_id = ANY (${[...publisherIds]}::bigint[]) AND day >= ${from}
      GROUP BY 1, 2
    )
    SELECT publisher_id, sum(clicks)::bigint AS clicks, sum(orders)::bigint AS orders,
      sum(confirmed)::bigint AS confirmed, sum(cancelled)::bigint AS cancelled,
      (count(*) FILTER (WHERE clicks > 0))::int AS brands, max(clicks)::bigint AS largest_clicks,
      max(orders)::bigint AS largest_orders, max(confirmed + cancelled)::bigint AS largest_decided
    FROM each GROUP BY 1`.execute(db)
  return new Map(rows.map((row) => [row.publisherId, row]))
}

interface SiteFacts {
  publisherId: bigint
  url: string
  categories: string[]
  countries: string[]
  isVerified: boolean
}

async function listActiveSites(db: Db, publisherIds: readonly bigint[]) {
  const { rows } = await sql<SiteFacts>`
    SELECT publisher_id, url, content_categories AS categories, audience_countries AS countries,
      script_found_at IS NOT NULL AS is_verified
    FROM site WHERE publisher_id = ANY (${[...publisherIds]}::bigint[]) AND is_active`.execute(db)
  return Map.groupBy(rows, ({ publisherId }) => publisherId)
}

function describeSites(sites: readonly SiteFacts[]) {
  const collect = <T extends string>(read: (site: SiteFacts) => readonly T[]) =>
    [...new Set(sites.flatMap(read))].toSorted()
  return {
    siteKinds: collect(({ url }) => [getSiteKind(url)]),
    categories: collect(({ categories }) => categories),
    countries: collect(({ countries }) => countries),
    isVerified: sites.some(({ isVerified }) => isVerified),
  }
}

const NO_FIGURES = { clickBand: null, orderBand: null, ordersCompared: null, score: null }
const NO_APPROVAL = { decidedBand: null, approvalBand: null, approvalCompared: null }

function toColumns(judged: Evidence) {
  if (judged.kind !== 'measured') return { evidence: judged.kind, ...NO_FIGURES, ...NO_APPROVAL }
  const { kind, approval, ...figures } = judged
  return { evidence: kind, ...figures, ...(approval ?? NO_APPROVAL) }
}

type Measured = { publisherId: bigint } & ReturnType<typeof describeSites> & ReturnType<typeof toColumns>

/** A publisher who has withdrawn meanwhile has no row, and gets none. */
async function writeListings({ db, now }: Ctx, measured: readonly Measured[]): Promise<void> {
  const rows = JSON.stringify(measured.map((row) => ({ ...row, ...toTexts(row) })))
  await sql`
    UPDATE publisher_listing AS listing
    SET site_kinds = given."siteKinds", categories = given.categories, countries = given.countries,
      is_verified = given."isVerified", evidence = given.evidence, click_band = given."clickBand",
      order_band = given."orderBand", orders_compared = given."ordersCompared", score = given.score,
      decided_band = given."decidedBand", approval_band = given."approvalBand",
      approval_compared = given."approvalCompared", measured_at = ${now}
    FROM jsonb_to_recordset(${rows}::jsonb) AS given ("publisherId" bigint, "siteKinds" text[], categories text[],
      countries text[], "isVerified" boolean, evidence text, "clickBand" smallint, "orderBand" smallint,
      "ordersCompared" text, score bigint, "decidedBand" smallint, "approvalBand" smallint, "approvalCompared" text)
    WHERE listing.publisher_id = given."publisherId"`.execute(db)
}

function toTexts({ publisherId, score }: Measured) {
  return { publisherId: String(publisherId), score: score === null ? null : String(score) }
}
