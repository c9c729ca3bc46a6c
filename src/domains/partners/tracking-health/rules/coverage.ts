/** How an order can be found: a postback of the server, the pixel, or the owner of its coupon code. */
export const COVERED_CHANNELS = ['server', 'pixel', 'coupon'] as const

/** One of `COVERED_CHANNELS`. */
export type CoveredChannel = (typeof COVERED_CHANNELS)[number]

/** The last orders of an advertiser that coverage is computed from. */
export const COVERED_ORDERS = 1000

/** How an order came. */
export interface CoveredOrder {
  byServer: boolean
  byPixel: boolean
  byCoupon: boolean
  /** Whether it looks like the second report of an earlier order. */
  isSameSale: boolean
  at: Date
}

/**
 * Summarises orders, newest first, channel by channel. An order that both server and pixel reported counts for both.
 */
export function summariseCoverage(orders: readonly CoveredOrder[]) {
  const summarise = (channel: CoveredChannel, own: readonly CoveredOrder[]) => ({
    channel,
    orders: own.length,
    percent: orders.length === 0 ? 0 : Math.floor((1000 * own.length) / orders.length) / 10,
    alone: channel === 'coupon' ? null : own.filter(({ byServer, byPixel }) => !(byServer && byPixel)).length,
    lastAt: own[0]?.at,
  })
  return {
    orders: orders.length,
    from: orders.at(-1)?.at,
    until: orders[0]?.at,
    sameSales: orders.filter(({ isSameSale }) => isSameSale).length,
    channels: [
      summarise(
        'server',
        orders.filter(({ byServer }) => byServer),
      ),
      summarise(
        'pixel',
        orders.filter(({ byPixel }) => byPixel),
      ),
      summarise(
        'coupon',
        orders.filter(({ byCoupon }) => byCoupon),
      ),
    ],
  }
}
