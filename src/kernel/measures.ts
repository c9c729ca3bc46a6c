import type { Amount } from './money.ts'

/** The figures of a group of clicks that every report counts. */
export interface Figures {
  /** Payable hits. */
  clicks: bigint
  /** Excludes cancelled transactions. */
  transactions: bigint
  commission: Amount
}

/** The figures of a group of clicks from which each measure is computed. Money in 1/10,000 USD. */
export interface FullFigures extends Figures {
  cancelledTransactions: bigint
  /** Excludes cancelled transactions. */
  orderValue: bigint
  confirmedTransactions: bigint
  confirmedOrderValue: bigint
  confirmedCommission: bigint
  /** Of the confirmed transactions; an order has no fee before. */
  fee: bigint
}

/** The figures of a group without clicks and transactions. */
export const NO_FIGURES: FullFigures = {
  clicks: 0n,
  transactions: 0n,
  cancelledTransactions: 0n,
  orderValue: 0n,
  commission: 0n,
  confirmedTransactions: 0n,
  confirmedOrderValue: 0n,
  confirmedCommission: 0n,
  fee: 0n,
}

/** How the value of a measure is written: a number, money, a percentage or a factor. */
export type MeasureKind = 'count' | 'money' | 'share' | 'ratio'

/** A measure is the sum of some figures or, with `per`, that sum divided by the sum of others. */
interface Definition {
  kind: MeasureKind
  of: readonly (keyof FullFigures)[]
  per?: readonly (keyof FullFigures)[]
}

const COST = ['commission', 'fee'] as const
const DECIDED = ['confirmedTransactions', 'cancelledTransactions'] as const

/**
 * The measures of all reports, each defined once, for publishers and for advertisers. The clicks and transactions of a
 * day are those whose click was on that day.
 */
export const MEASURES = {
  /** Payable clicks. */
  click_count: { kind: 'count', of: ['clicks'] },
  /** Transactions except cancelled ones. */
  total_transactions: { kind: 'count', of: ['transactions'] },
  order_value: { kind: 'money', of: ['orderValue'] },
  commission: { kind: 'money', of: ['commission'] },
  fee: { kind: 'money', of: ['fee'] },
  /** What the transactions cost their advertiser. */
  cost: { kind: 'money', of: COST },
  confirmed_transactions: { kind: 'count', of: ['confirmedTransactions'] },
  cancelled_transactions: { kind: 'count', of: ['cancelledTransactions'] },
  /** Confirmed transactions among the decided ones. */
  approval_rate: { kind: 'share', of: ['confirmedTransactions'], per: DECIDED },
  /** Cancelled transactions among the decided ones. */
  reversal_rate: { kind: 'share', of: ['cancelledTransactions'], per: DECIDED },
  /** Transactions per click. */
  conversion_rate: { kind: 'share', of: ['transactions'], per: ['clicks'] },
  /** Earnings per click (specification 2, section 9). */
  epc: { kind: 'money', of: ['commission'], per: ['clicks'] },
  average_order_value: { kind: 'money', of: ['orderValue'], per: ['transactions'] },
  /** Order value for each unit of cost. */
  roas: { kind: 'ratio', of: ['orderValue'], per: COST },
  /** The same of confirmed transactions alone. */
  net_roas: { kind: 'ratio', of: ['confirmedOrderValue'], per: ['confirmedCommission', 'fee'] },
} as const satisfies Record<string, Definition>

/** The name of a measure, as on the wire. */
export type Measure = keyof typeof MEASURES

/** The names of all measures. */
export const MEASURE_NAMES = Object.keys(MEASURES) as [Measure, ...Measure[]]

/** Gets the definition of a measure. */
export function getDefinition(measure: Measure): Definition {
  return MEASURES[measure]
}

/** How many parts of one a share or ratio is counted in. Money and numbers keep their own unit. */
const SCALES: Record<MeasureKind, bigint> = { count: 1n, money: 1n, share: 1_000_000n, ratio: 10_000n }

/**
 * Computes a measure, rounded down: money and ratios in 1/10,000, shares in 1/1,000,000. Answers null where nothing can
 * be divided by, such as the order value of no orders.
 */
export function computeMeasure(measure: Measure, figures: FullFigures): bigint | null {
  const { kind, of, per } = getDefinition(measure)
  const sum = addUp(of, figures)
  if (per === undefined) return sum
  const divisor = addUp(per, figures)
  return divisor === 0n ? null : (sum * SCALES[kind]) / divisor
}

function addUp(names: readonly (keyof FullFigures)[], figures: FullFigures): bigint {
  return names.reduce((sum, name) => sum + figures[name], 0n)
}

/** The names of all figures. */
export const FIGURE_NAMES = Object.keys(NO_FIGURES) as (keyof FullFigures)[]
