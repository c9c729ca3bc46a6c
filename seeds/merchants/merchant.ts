import type { CouponRule } from '#domains/programmes/programs/rules.ts'
import { PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import type { MethodPolicy, PromotionMethod } from '#kernel/lists/promotion-methods.ts'

/** A paid event of a programme, with its frequency and usual value in the demo data. */
export interface SampleAction {
  type: string
  /** Percent of the order value (`'7'`), or a fixed amount (`'4.00'`). */
  percent?: string
  fixed?: string
  /** The frequency relative to the other events of the programme. */
  weight: number
  /** The usual order value; absent where the shop reports none. */
  value?: number
}

/** A rate for a part of the orders of an event, such as those of new customers. */
export interface SampleRule {
  type: string
  percent: string
  productGroup?: string
  customer?: 'NEW' | 'RETURNING'
}

/** The time of year in which a programme gets most traffic. */
export type Season = 'gifts' | 'spring' | 'school' | 'summer' | 'steady'

/** A merchant of the demo data with its programme. */
export interface SampleMerchant {
  name: string
  publicId: number
  slug: string
  title: string
  /** Hosts as the operator declares them; the shop is at the first. */
  hosts: readonly string[]
  countries: readonly string[]
  description: string
  commissionText: string
  /** In which its orders are; `USD` when missing. */
  currency?: 'EUR'
  windowDays: number
  validationDays: number
  /** `never` when missing. */
  couponRule?: CouponRule
  joinMode: 'auto' | 'review'
  methods: readonly { method: PromotionMethod; policy: MethodPolicy }[]
  actions: readonly SampleAction[]
  /** None when missing. */
  rules?: readonly SampleRule[]
  /** Orders per payable click. */
  conversion: number
  /** The groups of its articles, which the items of its orders name; absent where the shop reports no items. */
  groups?: readonly [string, string]
  /** The share of the decided transactions that is cancelled. */
  cancelled: number
  season: Season
  /** Paths that publishers link to. */
  pages: readonly string[]
}

/** The address of a merchant's shop without a path. A shop on this machine has no TLS. */
export function getShopOrigin({ hosts: [host = ''] }: SampleMerchant): string {
  return isLocalShop(host) ? `http://${host}` : `https://www.${host}`
}

/** Whether the host is that of a shop on this machine. */
export function isLocalShop(host: string): boolean {
  return host.startsWith('localhost:')
}

const CONDITIONAL: readonly PromotionMethod[] = ['SEM', 'Email', 'Retargeting', 'Email remarketing', 'Sub - Network']
const INTRUSIVE: readonly PromotionMethod[] = [
  'SiteUnder & Footer Expand',
  'Co Registration',
  'Email Retargeting',
  'Reward: Conditioned',
]
const SHOPPING: readonly PromotionMethod[] = [
  'shopping engines',
  'Online store / shop',
  'WishList & Money pot',
  'Where to buy / TradeMarketing',
  'Buy Now, Pay Later',
]

/** The methods of a shop: nearly all are allowed, some under condition. */
export const SHOP_METHODS = methods([...CONDITIONAL, 'Media Agency'], [...INTRUSIVE, 'Tourism Compare'])

/** The methods of a premium brand: discounts only under condition. */
export const ADVERTISER_METHODS = methods(
  [...CONDITIONAL, 'Coupons', 'Cashback'],
  [...INTRUSIVE, 'Tourism Compare', 'Services comparator'],
)

/** The methods of an app, which pays for installations and not for orders. */
export const APP_METHODS = methods(
  [...CONDITIONAL, 'Reward: Conditioned'],
  [...SHOPPING, 'SiteUnder & Footer Expand', 'Co Registration', 'Tourism Compare', 'Purchase guide & Sampling'],
)

/** The methods of a travel merchant. */
export const TRAVEL_METHODS = methods([...CONDITIONAL, 'Coupons'], [...INTRUSIVE, ...SHOPPING])

function methods(conditional: readonly PromotionMethod[], refused: readonly PromotionMethod[]) {
  return PROMOTION_METHODS.filter((method) => !refused.includes(method)).map((method) => ({
    method,
    policy: conditional.includes(method) ? ('under_condition' as const) : ('allowed' as const),
  }))
}
