import { scoreProgram } from '#domains/programmes/programs/rules.ts'
import {
  APPROVAL_BANDS,
  CLICK_BANDS,
  DECIDED_BANDS,
  MAX_ADVERTISER_PERCENT,
  MIN_ADVERTISERS,
  MIN_CLICKS,
  MIN_DECIDED,
  ORDER_BANDS,
} from './vocabulary.ts'
import type { Comparison } from './vocabulary.ts'

/** The clicks of a publisher, or of all, and what became of their orders. `orders` are all that were reported. */
export interface Sums {
  clicks: bigint
  orders: bigint
  confirmed: bigint
  cancelled: bigint
}

/** The sums of a publisher, the brands that they come from, and the largest part that one brand has in them. */
export interface PublisherSums extends Sums {
  advertisers: number
  largestClicks: bigint
  largestOrders: bigint
  /** Of the confirmed and cancelled ones. */
  largestDecided: bigint
}

/** The figures of a publisher as numbers of bands, so that they tell no exact number of clicks or orders. */
export interface Figures {
  clickBand: number
  orderBand: number
  ordersCompared: Comparison
  /** The approved orders that 1,000 clicks let expect, in millionths. */
  score: bigint
  /** Null with fewer than `MIN_DECIDED` decided orders, and if one brand has more than 80 % of them. */
  approval: { decidedBand: number; approvalBand: number; approvalCompared: Comparison } | null
}

/** What the network measured of a publisher, as far as it may be shown. */
export type Evidence = { kind: 'few_clicks' } | { kind: 'few_brands' } | ({ kind: 'measured' } & Figures)

/**
 * Decides whether the figures of a publisher are shown: from 100 clicks at three brands on, of which none has more than
 * 80 % of the clicks or of the orders. The score is that of the rule for programmes, with orders in the place of
 * commission: few clicks count less, beside the average of the network.
 */
export function judgeEvidence(publisher: PublisherSums, network: Sums): Evidence {
  const { clicks, orders, advertisers, largestClicks, largestOrders } = publisher
  if (clicks < BigInt(MIN_CLICKS)) return { kind: 'few_clicks' }
  const isOfOne = isDominated(largestClicks, clicks) || isDominated(largestOrders, orders)
  if (advertisers < MIN_ADVERTISERS || isOfOne) return { kind: 'few_brands' }
  const perClick = divide(orders, clicks)
  return {
    kind: 'measured',
    clickBand: findBand(CLICK_BANDS, Number(clicks)),
    orderBand: findBand(ORDER_BANDS, perClick * 100),
    ordersCompared: compare(perClick, divide(network.orders, network.clicks), ORDER_TOLERANCE),
    score: scoreProgram(toScored(publisher), toScored(network)),
    approval: judgeApproval(publisher, network),
  }
}

function judgeApproval({ confirmed, cancelled, largestDecided }: PublisherSums, network: Sums): Figures['approval'] {
  const decided = confirmed + cancelled
  // Brands decide at different times: those that have decided already can be fewer than those with orders.
  if (decided < BigInt(MIN_DECIDED) || isDominated(largestDecided, decided)) return null
  const share = divide(confirmed, decided)
  const usual = divide(network.confirmed, network.confirmed + network.cancelled)
  return {
    decidedBand: findBand(DECIDED_BANDS, Number(decided)),
    approvalBand: findBand(APPROVAL_BANDS, share * 100),
    approvalCompared: compare(share, usual, APPROVAL_TOLERANCE),
  }
}

function isDominated(largest: bigint, all: bigint): boolean {
  return largest * 100n > all * BigInt(MAX_ADVERTISER_PERCENT)
}

function toScored({ clicks, orders, confirmed, cancelled }: Sums) {
  return { clicks, commission: orders * 1_000_000n, confirmed, cancelled }
}

/** Which part more or less than that of the network still counts as the same. */
const ORDER_TOLERANCE = 0.2
const APPROVAL_TOLERANCE = 0.05

/** Compares a figure with the usual one. */
function compare(value: number, usual: number, tolerance: number): Comparison {
  if (value > usual * (1 + tolerance)) return 'more'
  return value < usual * (1 - tolerance) ? 'fewer' : 'same'
}

function divide(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number(part) / Number(whole)
}

/** The ends of a band: from the first on, and below the second; without a second, any more. */
export interface Band {
  from: number
  below: number | null
}

/** Reads the ends of the band with a number. */
export function toBand(bounds: readonly number[], place: number): Band {
  return { from: bounds[place] ?? 0, below: bounds[place + 1] ?? null }
}

function findBand(bounds: readonly number[], value: number): number {
  const place = bounds.findLastIndex((bound) => value >= bound)
  return Math.max(0, place)
}
