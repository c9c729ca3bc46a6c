import { regionName } from '#kernel/regions.ts'
import { getAccountKind } from '#kernel/access.ts'
import type { Actor } from '#kernel/actor.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { toPage } from '#kernel/paging.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { getMerchantCall, listMerchantsCall } from '../contract/merchant.ts'
import { findMembership } from '../queries/memberships.ts'
import { getMerchant, listMerchantCountries, listMerchants } from '../queries/merchants.ts'
import { viewMerchant, viewMerchantCard } from '../views/merchant.ts'

/** The routes of the public list of merchants and of their pages. */
export const merchantRoutes: Route[] = [
  route(listMerchantsCall, async (ctx, { query }) => {
    const { count, merchants } = await listMerchants(ctx.db, { ...query, page: toPage(query) })
    const countries = await listMerchantCountries(ctx.db)
    return {
      ...SUCCESS,
      data: {
        count,
        merchants: merchants.map((merchant) => viewMerchantCard(merchant, ctx.locale)),
        countries: countries.map((code) => ({ code, name: regionName(code, ctx.locale) })),
      },
    }
  }),
  route(getMerchantCall, async (ctx, { params }) => {
    const merchant = await getMerchant(ctx.db, { publicId: params.public_id, slug: params.slug })
    const publisherId = findPublisherId(ctx.actor)
    const membership =
      publisherId === undefined ? undefined : await findMembership(ctx.db, { programId: merchant.id, publisherId })
    const reader = { isPublisher: publisherId !== undefined, membership: membership?.status }
    return { ...SUCCESS, data: viewMerchant(merchant, { locale: ctx.locale, now: ctx.now, reader }) }
  }),
]

/** Finds the publisher that can join. A sub-account cannot. */
function findPublisherId(actor: Actor): bigint | undefined {
  return actor.kind === 'account' && getAccountKind(actor) === 'publisher' ? actor.publisherId : undefined
}
