import type { PROMOTION_CATEGORIES } from '#domains/tracking/promotions/rules.ts'
import { assignCoupon } from '#domains/tracking/promotions/commands/assign-coupon.ts'
import { createPromotion } from '#domains/tracking/promotions/commands/save-promotion.ts'
import { DAY_MS, addDays, toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { SeededMerchant, SeededSite } from './accounts.ts'
import { getShopOrigin } from './merchants/merchant.ts'
import type { SeededOrder } from './orders.ts'

type Category = (typeof PROMOTION_CATEGORIES)[number]

/** The categories of the sample merchants by a part of their slugs; the others get _Online Services_. */
const CATEGORIES: readonly (readonly [part: string, category: Category])[] = [
  ['leaf-and-kettle', 'Food'],
  ['bonprix', "Women's Fashion"],
  ['anthropologie', "Women's Fashion"],
  ['lululemon', 'Sports'],
  ['sportchek', 'Sports'],
  ['diy', 'Home'],
  ['kohls', 'Shopping Malls'],
  ['amazon', 'Shopping Malls'],
  ['walmart', 'Shopping Malls'],
  ['ebay', 'Shopping Malls'],
  ['airbnb', 'Accommodation'],
]

/** Creates a coupon code, a deal and a product for each merchant, some of them scheduled or ended. */
export async function seedPromotions(ctx: Ctx, merchants: readonly SeededMerchant[]): Promise<void> {
  const today = toDay(ctx.now)
  for (const [index, { sample, advertiserId }] of merchants.entries()) {
    const category = CATEGORIES.find(([part]) => sample.slug.includes(part))?.[1] ?? 'Online Services'
    const url = `${getShopOrigin(sample)}${sample.pages[0] ?? '/'}`
    const common = { category, url, commission: '', code: null, end: null }
    const code = `${sample.name
      .replaceAll(/[^A-Za-z]/g, '')
      .slice(0, 6)
      .toUpperCase()}10`
    const promotions = [
      {
        ...common,
        type: 'coupon' as const,
        code,
        title: '10 % off a first order',
        description: `Readers type ${code} at the checkout.`,
        start: addDays(today, -20 - index),
        end: addDays(today, 40 + index),
      },
      {
        ...common,
        type: 'deal' as const,
        title: 'Free delivery this month',
        description: 'No smallest order, for new and returning customers.',
        start: addDays(today, -index),
        end: addDays(today, 30 - index),
      },
      {
        ...common,
        type: 'product' as const,
        title: 'Bestseller of the season',
        description: 'The page that most readers of our publishers open.',
        start: addDays(today, index % 4 === 0 ? 7 : -60),
      },
    ]
    for (const promotion of promotions) await createPromotion(ctx, { advertiserId, promotion })
  }
}

/** The code of the demo shop that belongs to the publisher with the printed sign-in. */
const OWN_CODE = 'MARA10'

/** Gives a coupon code of a merchant to a site, since the beginning of the sample year. */
export async function seedOwnCoupon(ctx: Ctx, { advertiserId }: SeededMerchant, site: SeededSite): Promise<void> {
  const promotion = {
    type: 'coupon' as const,
    code: OWN_CODE,
    title: '10 % off with Mara',
    description: 'For the readers of Slow Morning.',
    category: 'Food' as const,
    commission: '',
    url: 'http://localhost:4010/products/morning-oolong',
    start: toDay(ctx.now),
    end: null,
  }
  const { promotionId } = await createPromotion(ctx, { advertiserId, promotion })
  await assignCoupon(ctx, { advertiserId, promotionId, siteKey: site.siteKey })
}

/** Plans orders that carry the own code and no click, one a day before `now`. */
export function planCouponOrders(merchant: SeededMerchant, now: Date): SeededOrder[] {
  return ['42.50', '18.00', '73.20', '29.90'].map((amount, index) => ({
    at: new Date(now.getTime() - (index + 1) * DAY_MS),
    merchant,
    channel: 'json',
    parameters: { order_id: `LEA-COUPON-${index + 1}`, event: 'sale', amount, coupon: OWN_CODE },
  }))
}
