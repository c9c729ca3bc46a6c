import { PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import type { MethodPolicy, PromotionMethod } from '#kernel/lists/promotion-methods.ts'

/** One paid action of a programme and how it happens in the sample world. */
export interface SampleAction {
  type: string
  /** Percent of the order value (`'7'`), or a fixed amount (`'4.00'`). */
  percent?: string
  fixed?: string
  /** Of all actions of the programme, relative to the others. */
  weight: number
  /** The usual order value in dollars; absent where the shop reports none. */
  value?: number
}

/** When a programme is busy. */
export type Season = 'gifts' | 'spring' | 'school' | 'summer' | 'steady'

/** A merchant of the sample world with its programme. */
export interface SampleMerchant {
  name: string
  publicId: number
  slug: string
  title: string
  hosts: readonly string[]
  countries: readonly string[]
  description: string
  commissionText: string
  windowDays: number
  validationDays: number
  joinMode: 'auto' | 'review'
  methods: readonly { method: PromotionMethod; policy: MethodPolicy }[]
  actions: readonly SampleAction[]
  /** Actions per payable click. */
  conversion: number
  /** Of the decided transactions. */
  cancelled: number
  season: Season
  /** Paths that publishers link to. */
  pages: readonly string[]
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

/** A shop: nearly everything is welcome, what needs a word beforehand is marked. */
export const SHOP_METHODS = methods([...CONDITIONAL, 'Media Agency'], [...INTRUSIVE, 'Tourism Compare'])

/** A house that guards its name: no discounts without agreement. */
export const BRAND_METHODS = methods(
  [...CONDITIONAL, 'Coupons', 'Cashback'],
  [...INTRUSIVE, 'Tourism Compare', 'Services comparator'],
)

/** An app: installations, not baskets. */
export const APP_METHODS = methods(
  [...CONDITIONAL, 'Reward: Conditioned'],
  [...SHOPPING, 'SiteUnder & Footer Expand', 'Co Registration', 'Tourism Compare', 'Purchase guide & Sampling'],
)

/** Stays and journeys. */
export const TRAVEL_METHODS = methods([...CONDITIONAL, 'Coupons'], [...INTRUSIVE, ...SHOPPING])

function methods(conditional: readonly PromotionMethod[], refused: readonly PromotionMethod[]) {
  return PROMOTION_METHODS.filter((method) => !refused.includes(method)).map((method) => ({
    method,
    policy: conditional.includes(method) ? ('under_condition' as const) : ('allowed' as const),
  }))
}
