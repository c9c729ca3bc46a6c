/**
 * The 24 ways to promote that a programme has a policy on, in the specification's order and spelling (specification 1,
 * section 3).
 */
export const PROMOTION_METHODS = [
  'SEM',
  'Email',
  'Coupons',
  'shopping engines',
  'Cashback',
  'Purchase guide & Sampling',
  'Influencers',
  'Co Registration',
  'Online store / shop',
  'Retargeting',
  'SiteUnder & Footer Expand',
  'WishList & Money pot',
  'Sub - Network',
  'Email remarketing',
  'On-site remarketing',
  'Services comparator',
  'Tourism Compare',
  'Reward: Conditioned',
  'Email Retargeting',
  'Media Agency',
  'Where to buy / TradeMarketing',
  'Programmatic : Contextual',
  'Programmatic : Targeting',
  'Buy Now, Pay Later',
] as const

/** One of `PROMOTION_METHODS`. */
export type PromotionMethod = (typeof PROMOTION_METHODS)[number]

/** The policy of a programme on a method. A method without a policy is not allowed. */
export const METHOD_POLICIES = ['allowed', 'under_condition'] as const

/** One of `METHOD_POLICIES`. */
export type MethodPolicy = (typeof METHOD_POLICIES)[number]

/** What a programme permits less of a method from a day on; null: the method is not allowed any more. */
export interface MethodRestriction {
  method: PromotionMethod
  policy: 'under_condition' | null
}

/** How much each policy on a method permits; without a policy the method is not allowed. */
const PERMISSIONS = { none: 0, under_condition: 1, allowed: 2 }

/** Whether a policy on a method permits publishers less than the one before; `undefined` stands for not allowed. */
export function restrictsMethod(before: MethodPolicy | undefined, after: MethodPolicy | undefined): boolean {
  return PERMISSIONS[after ?? 'none'] < PERMISSIONS[before ?? 'none']
}

/** Applies restrictions to policies on methods. One that would not take anything away changes nothing. */
export function restrictMethods(
  methods: readonly { method: PromotionMethod; policy: MethodPolicy }[],
  restrictions: readonly MethodRestriction[],
) {
  const restricted = new Map(restrictions.map(({ method, policy }) => [method, policy]))
  return methods.flatMap(({ method, policy }) => {
    const next = restricted.get(method)
    if (next === undefined || !restrictsMethod(policy, next ?? undefined)) return [{ method, policy }]
    return next === null ? [] : [{ method, policy: next }]
  })
}
