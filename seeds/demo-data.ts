import type { AccountActor } from '#kernel/actor.ts'
import { countStatuses } from '#domains/orders/transactions/commands/count-statuses.ts'
import { changeListing } from '#domains/partners/listings/commands/change-listing.ts'
import { measureListings } from '#domains/partners/listings/commands/measure-listings.ts'
import { measurePrograms } from '#domains/figures/reports/commands/measure-programs.ts'
import { buildFirstRollups } from '#domains/figures/reports/commands/rebuild-rollups.ts'
import { clickTokenKey } from '#domains/tracking/tracking/routes/click-token.ts'
import { DAY_MS } from '#kernel/days.ts'
import { systemContext } from '#platform/server/context.ts'
import type { ContextSource, Ctx } from '#platform/server/context.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { createToken } from '#platform/server/secrets/opaque-token.ts'
import { loadSecrets } from '#platform/server/secrets/secrets.ts'
import { seedPayment, seedReferral } from './account-details.ts'
import { seedAccount, seedJoined, seedMerchant, seedPublisher, seedWaiting } from './accounts.ts'
import type { SeededMerchant, SeededSite } from './accounts.ts'
import { seedClaims } from './claims.ts'
import { seedRates } from './exchange.ts'
import { seedFunding } from './funding.ts'
import { APPS } from './merchants/apps.ts'
import { MARKETPLACES } from './merchants/marketplaces.ts'
import { DEMO_SHOP, SHOPS } from './merchants/shops.ts'
import {
  decideAll,
  planDecisions,
  drawDecisionTime,
  makeOrder,
  buildPostbackSource,
  reportMistakes,
  reportOrder,
} from './orders.ts'
import type { DueDecision, SeededOrder } from './orders.ts'
import { seedPayouts } from './payouts.ts'
import { PUBLISHERS } from './people.ts'
import { planCouponOrders, seedOwnCoupon, seedPromotions } from './promotions.ts'
import type { SamplePublisher } from './people.ts'
import { Random } from './random.ts'
import { seedTaxes, seedWaitingForm } from './taxes.ts'
import { generateYear, insertClicks } from './traffic.ts'
import type { SeededClick, Stream } from './traffic.ts'

const YEAR_MS = 365 * DAY_MS
const SEED = 20_240_619
const CLICKS_PER_INSERT = 5000
/** The merchant that pays in advance; the others pay by invoice. */
const PREPAID_SHOP = 'bonprix-affiliate-program'
/** The merchant that has not paid for some time. */
const LATE_SHOP = 'gomino-affiliate-program'

/** E-mail and password of one of the three roles. */
export interface SignIn {
  email: string
  password: string
}

/** The settings of the demo data. */
export interface SeedOptions extends ContextSource {
  sealing: Sealing
  /** The sign-ins of the three roles. */
  signIns: Record<'publisher' | 'advertiser' | 'operator', SignIn>
  /** The end of the sample year; the same instant gives the same figures. */
  now: Date
  onProgress?: (stage: 'catalog' | 'clicks' | 'orders' | 'decisions' | 'roll-ups') => void
}

/**
 * Fills an empty network with merchants, publishers and a year of their clicks and orders, by the same commands as
 * requests. Runs in one database transaction, so a network that stops meanwhile is still empty. Sends no mail.
 */
export async function seedDemoData(options: SeedOptions): Promise<void> {
  const { db, branding, sealing, signIns, now, onProgress = () => undefined } = options
  await db.transaction().execute(async (tx) => {
    const ctx = systemContext({ db: tx, branding }, 'seed', now)
    const random = new Random(SEED)
    onProgress('catalog')
    const { operator, merchants, streams, claimants } = await seedCatalog(ctx, { signIns, sealing })
    await seedRates(ctx)
    const key = clickTokenKey((await loadSecrets(ctx, sealing)).clickToken)
    onProgress('clicks')
    const orders: SeededOrder[] = []
    for await (const clicks of insertYear(ctx, random, streams)) {
      orders.push(
        ...clicks.map((click) => makeOrder(random, click, { now, key })).filter((order) => order !== undefined),
      )
    }
    onProgress('orders')
    const source = buildPostbackSource(ctx, merchants, key)
    const due = await reportOrders(ctx, { random, orders, source })
    const demoShop = getMerchant(merchants, DEMO_SHOP.slug)
    for (const order of planCouponOrders(demoShop, now)) await reportOrder(ctx, source, order)
    onProgress('decisions')
    await decideAll(ctx, { operator, decisions: due.flatMap((each) => planDecisions(random, { due: each, now })) })
    const [prepaid, late] = [getMerchant(merchants, PREPAID_SHOP), getMerchant(merchants, LATE_SHOP)]
    await seedFunding(ctx, { operator, merchants, prepaid, late })
    await seedPayouts(ctx, { operator, sealing })
    await seedClaims(ctx, { ...claimants, merchant: demoShop })
    onProgress('roll-ups')
    await buildFirstRollups(tx, { from: new Date(now.getTime() - YEAR_MS - 2 * DAY_MS), until: now })
    await countStatuses(tx, now)
    await measurePrograms(ctx)
    await measureListings(ctx)
    // The people of the demo exist nowhere, and what happened in a year is no news to them.
    await tx.deleteFrom('mail').execute()
    await tx.deleteFrom('teamNotice').execute()
  })
}

async function seedCatalog(ctx: Ctx, { signIns, sealing }: Pick<SeedOptions, 'signIns' | 'sealing'>) {
  const openingCtx = { ...ctx, now: new Date(ctx.now.getTime() - YEAR_MS - 20 * DAY_MS) }
  const operator = await seedAccount(openingCtx, {
    ...signIns.operator,
    role: 'operator',
    displayName: 'Network operations',
  })
  const owner = await seedAccount(openingCtx, {
    ...signIns.advertiser,
    role: 'advertiser',
    displayName: DEMO_SHOP.name,
  })
  const changedAt = new Date(ctx.now.getTime() - 150 * DAY_MS)
  const merchants = [await seedMerchant(openingCtx, DEMO_SHOP, { accountId: owner.accountId, changedAt })]
  for (const sample of [...SHOPS, ...MARKETPLACES, ...APPS]) merchants.push(await seedMerchant(openingCtx, sample))
  const streams: Stream[] = []
  let first: { publisherId: bigint; publisher: AccountActor } | undefined
  let last: Parameters<typeof seedWaitingForm>[2] | undefined
  for (const sample of PUBLISHERS) {
    const account = first === undefined ? signIns.publisher : { email: sample.email ?? '', password: createToken() }
    const publisher = await seedAccount(openingCtx, { ...account, role: 'publisher', displayName: sample.person })
    const { accountId } = publisher
    const { publisherId, sites } = await seedPublisher(openingCtx, sample, accountId)
    await seedPayment(openingCtx, sealing, { sample, publisherId })
    if (first !== undefined) await changeListing(openingCtx, { publisherId, isListed: true })
    await seedTaxes(openingCtx, { operator, sealing }, { sample, publisherId, accountId })
    await seedMemberships(ctx, { operator, merchants, sample, publisherId })
    const [site] = sites
    if (first === undefined && site) await seedOwnCoupon(openingCtx, getMerchant(merchants, DEMO_SHOP.slug), site)
    first ??= { publisherId, publisher }
    if (sample.isReferred)
      await seedReferral(openingCtx, { accountId, sample, referredBy: first.publisherId, operator })
    streams.push(...planStreams(sample, sites, merchants))
    last = { sample, publisherId, accountId }
  }
  await seedPromotions(ctx, merchants)
  if (last) await seedWaitingForm(ctx, { operator, sealing }, last)
  if (!first) throw new Error('There is no sample publisher')
  return { operator, merchants, streams, claimants: { ...first, advertiser: owner } }
}

interface Memberships {
  operator: AccountActor
  merchants: readonly SeededMerchant[]
  sample: SamplePublisher
  publisherId: bigint
}

async function seedMemberships(ctx: Ctx, { operator, merchants, sample, publisherId }: Memberships): Promise<void> {
  const request = (slug: string, daysAgo: number) => ({
    programId: getMerchant(merchants, slug).programId,
    publisherId,
    at: new Date(ctx.now.getTime() - daysAgo * DAY_MS),
    message: `${sample.sites[0]?.url ?? ''} writes about this every week.`,
  })
  for (const slug of Object.keys(sample.promotes)) await seedJoined(ctx, operator, request(slug, 380))
  for (const slug of sample.waitsFor) await seedWaiting(ctx, operator, request(slug, 3))
  for (const [slug, reason] of Object.entries(sample.declinedBy)) {
    await seedWaiting(ctx, operator, { ...request(slug, 40), reason })
  }
}

function planStreams(
  sample: SamplePublisher,
  sites: readonly SeededSite[],
  merchants: readonly SeededMerchant[],
): Stream[] {
  const shares = Object.entries(sample.promotes)
  const total = shares.reduce((sum, [, share]) => sum + share, 0)
  return sites.flatMap((site) =>
    shares.map(([slug, share]) => ({
      site,
      merchant: getMerchant(merchants, slug),
      hitsPerDay: (site.sample.hitsPerDay * share) / total,
    })),
  )
}

function getMerchant(merchants: readonly SeededMerchant[], slug: string): SeededMerchant {
  const merchant = merchants.find(({ sample }) => sample.slug === slug)
  if (!merchant) throw new Error(`There is no sample merchant ${slug}`)
  return merchant
}

/** Inserts the clicks of the year in large batches and yields each batch. */
async function* insertYear(ctx: Ctx, random: Random, streams: readonly Stream[]): AsyncGenerator<SeededClick[]> {
  let part: SeededClick[] = []
  for (const day of generateYear(random, streams, ctx.now)) {
    part.push(...day)
    if (part.length < CLICKS_PER_INSERT) continue
    await insertClicks(ctx.db, part)
    yield part
    part = []
  }
  if (part.length === 0) return
  await insertClicks(ctx.db, part)
  yield part
}

interface OrderBatch {
  random: Random
  orders: readonly SeededOrder[]
  source: ReturnType<typeof buildPostbackSource>
}

/** Reports all orders in the order of their times; returns the decisions that are due by now, oldest first. */
async function reportOrders(ctx: Ctx, { random, orders, source }: OrderBatch): Promise<DueDecision[]> {
  const due: DueDecision[] = []
  for (const order of orders.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    const transactionId = await reportOrder(ctx, source, order)
    const at = drawDecisionTime(random, order)
    const publisherId = source.readClickToken(order.parameters.click_id ?? '')?.publisherId ?? 0n
    if (at < ctx.now) due.push({ at, publisherId, transactionId, merchant: order.merchant })
  }
  const lastOfDemoShop = orders.filter(({ merchant }) => merchant.sample === DEMO_SHOP).at(-2)
  if (lastOfDemoShop) await reportMistakes(ctx, source, lastOfDemoShop)
  return due.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}
