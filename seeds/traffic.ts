import { sql } from 'kysely'
import type { Db } from '#database'
import { DAY_MS, HOUR_MS } from '#kernel/days.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { clickToJson } from '#domains/tracking/tracking/views.ts'
import type { Verdict } from '#domains/tracking/tracking/rules/verdict.ts'
import { termsInForce } from '#domains/programmes/programs/rules.ts'
import { readAgent } from '#domains/tracking/tracking/rules/visitor.ts'
import type { Click } from '#domains/tracking/tracking/tables.ts'
import type { SeededMerchant, SeededSite } from './accounts.ts'
import { getShopOrigin } from './merchants/merchant.ts'
import type { Random } from './random.ts'
import { getDayFactor, getHourWeights } from './seasonality.ts'

/** A site's traffic to one merchant. */
export interface Stream {
  site: SeededSite
  merchant: SeededMerchant
  /** Hits a day on an average day. */
  hitsPerDay: number
}

/** A hit and the merchant of its stream. */
export interface SeededClick {
  click: Click
  merchant: SeededMerchant
}

const VERDICT_WEIGHTS: readonly (readonly [Verdict, number])[] = [
  ['payable', 894],
  ['bot', 58],
  ['prefetch', 17],
  ['no_consent', 21],
  ['head', 3],
  ['not_navigation', 3],
  ['invalid_url', 2],
  ['unknown_advertiser', 2],
]

const BROWSERS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
    'Version/19.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 ' +
    'Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
    'Version/19.1 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
]

const BOTS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
]

/** Where on a page a tagged link stands: its sub 2. */
const PLACEMENTS = ['introduction', 'comparison', 'verdict-box']

const COUNTRY_WEIGHTS: readonly (readonly [string, number])[] = [
  ['US', 46],
  ['GB', 17],
  ['DE', 12],
  ['CA', 9],
  ['FR', 8],
  ['AU', 8],
]

/** Generates the hits of one stream on one UTC day, none of them after `now`. */
export function generateDay(
  random: Random,
  stream: Stream,
  { day, age, now }: { day: Date; age: number; now: Date },
): Click[] {
  const mean = stream.hitsPerDay * getDayFactor(day, stream.merchant.sample.season, age) * random.between(0.75, 1.25)
  const clicks: Click[] = []
  for (let count = random.poisson(mean); count > 0; count--) {
    const at = day.getTime() + random.weighted(getHourWeights()) * HOUR_MS + Math.floor(random.next() * HOUR_MS)
    if (at < now.getTime()) clicks.push(drawHit(random, stream, at))
  }
  return clicks
}

function drawHit(random: Random, { site, merchant }: Stream, atMs: number): Click {
  const verdict = random.weighted(VERDICT_WEIGHTS)
  const isKnown = verdict !== 'unknown_advertiser' && verdict !== 'invalid_url'
  const article = random.pick(site.sample.articles)
  const isTagged = random.isTrue(0.6)
  const userAgent = random.pick(verdict === 'bot' ? BOTS : BROWSERS)
  const shop = getShopOrigin(merchant.sample)
  return {
    publisherId: site.publisherId,
    id: uuid7(atMs),
    clickedAt: new Date(atMs),
    siteId: site.siteId,
    advertiserId: isKnown ? merchant.advertiserId : 0n,
    termsId: isKnown ? getTermsId(merchant, new Date(atMs)) : 0n,
    verdict,
    sub1: isTagged ? article : null,
    sub2: isTagged ? (PLACEMENTS[atMs % PLACEMENTS.length] ?? null) : null,
    sub3: null,
    sub4: null,
    sub5: null,
    destination: isKnown ? `${shop}${random.pick(merchant.sample.pages)}` : 'https://closed-shop.example.net/',
    referrer: random.isTrue(0.85) ? `${site.sample.url}${article}` : null,
    userAgent,
    // IP ranges that are reserved for documentation.
    ipPrefix: random.pick(['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24']),
    country: random.weighted(COUNTRY_WEIGHTS),
    device: readAgent(userAgent).device,
    promotionId: null,
    linkId: null,
  }
}

function getTermsId(merchant: SeededMerchant, at: Date): bigint {
  const inForce = termsInForce(merchant.terms, at)
  if (!inForce) throw new Error('A click came before the first terms')
  return inForce.termsId
}

/** Generates a year of hits on all streams, day by day, oldest first. */
export function* generateYear(random: Random, streams: readonly Stream[], now: Date): Generator<SeededClick[]> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  for (let daysAgo = 365; daysAgo >= 0; daysAgo--) {
    const when = { day: new Date(today - daysAgo * DAY_MS), age: daysAgo / 365, now }
    yield streams.flatMap((stream) =>
      generateDay(random, stream, when).map((click) => ({ click, merchant: stream.merchant })),
    )
  }
}

/** Inserts clicks in the caller's database transaction, so that an unfinished seed leaves none behind. */
export async function insertClicks(db: Db, clicks: readonly SeededClick[]): Promise<void> {
  const rows = `[${clicks.map(({ click }) => clickToJson(click)).join(',')}]`
  await sql`INSERT INTO click SELECT * FROM json_populate_recordset(NULL::click, ${rows}::json)`.execute(db)
}
