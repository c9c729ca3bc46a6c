import { regionName } from '#domains/advertisers/rules.ts'
import { findMembership } from '#domains/programs/queries/memberships.ts'
import { canRequestJoin, isOpen, rateText, termsInForce } from '#domains/programs/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import { pageOf } from '#kernel/paging.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { readLegalText } from '#texts/legal-texts.ts'
import { getLegalTextCall, getMerchantCall, listMerchantsCall } from './contract.ts'
import type { Merchant } from './contract.ts'
import { getMerchant, listMerchantCountries, listMerchants } from './queries.ts'
import { LEGAL_UPDATED_ON, merchantPath, shopName } from './rules.ts'

/** The calls of the public site; `brand` is who the legal texts speak for. */
export function siteRoutes(brand: { name: string; supportEmail: string }): Route[] {
  return [
    route(listMerchantsCall, async (ctx, { query }) => {
      const { count, merchants } = await listMerchants(ctx.db, { ...query, page: pageOf(query) })
      const countries = await listMerchantCountries(ctx.db)
      return {
        ...SUCCESS,
        data: {
          count,
          merchants: merchants.map((merchant) => viewCard(merchant, ctx.locale)),
          countries: countries.map((code) => ({ code, name: regionName(code, ctx.locale) })),
        },
      }
    }),
    route(getMerchantCall, async (ctx, { params }) => {
      const merchant = await getMerchant(ctx.db, { publicId: params.public_id, slug: params.slug })
      return { ...SUCCESS, data: await viewMerchant(ctx, merchant) }
    }),
    route(getLegalTextCall, async (ctx, { params }) => {
      const text = readLegalText({ ...params, date: LEGAL_UPDATED_ON, locale: ctx.locale }, brand)
      return { ...SUCCESS, data: { ...text, updated_on: LEGAL_UPDATED_ON } }
    }),
  ]
}

type Card = Awaited<ReturnType<typeof listMerchants>>['merchants'][number]

function viewCard(merchant: Card, locale: 'en' | 'zh') {
  return {
    path: merchantPath(merchant),
    name: merchant.name,
    title: merchant.title,
    commission: merchant.commissionText,
    countries: merchant.countries.map(({ code }) => ({ code, name: regionName(code, locale) })),
  }
}

async function viewMerchant(ctx: RequestCtx, merchant: Awaited<ReturnType<typeof getMerchant>>): Promise<Merchant> {
  const terms = termsInForce(merchant.terms, ctx.now)
  const publisherId = publisherOf(ctx.actor)
  const membership =
    publisherId === undefined ? undefined : await findMembership(ctx.db, { programId: merchant.id, publisherId })
  const takesPart = isOpen(merchant)
  return {
    ...viewCard(merchant, ctx.locale),
    advertiser_id: Number(merchant.advertiserId),
    description: merchant.description,
    website: { href: merchant.website, name: shopName(merchant.website) },
    methods: PROMOTION_METHODS.map((method) => ({
      method,
      stance: merchant.methods.find((one) => one.method === method)?.stance ?? null,
    })),
    terms: terms
      ? {
          window_days: terms.windowDays,
          validation_days: terms.validationDays,
          rates: terms.rates.map((rate) => ({ action_type: rate.actionType, text: rateText(rate, terms.currency) })),
        }
      : null,
    is_open: takesPart,
    join_mode: merchant.joinMode,
    membership: membership?.status ?? null,
    can_join: publisherId !== undefined && takesPart && canRequestJoin(membership?.status),
  }
}

function publisherOf(actor: Actor): bigint | undefined {
  return actor.kind === 'account' && actor.role === 'publisher' ? actor.publisherId : undefined
}
