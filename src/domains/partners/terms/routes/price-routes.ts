import { getAdvertiserId, getPublisherScope } from '#kernel/actor-scope.ts'
import { regionName } from '#kernel/regions.ts'
import { getOffer } from '#domains/programmes/programs/queries/offers.ts'
import { listGroups } from '#domains/programmes/rates/queries/groups.ts'
import type { OrderFacts, PricedItem } from '#domains/programmes/rates/rules/price.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import type { ParsedInputOf } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import type { Locale } from '#texts/texts.ts'
import { priceOrderCall, priceOwnOrderCall } from '../contract/price.ts'
import type { CalculatorView } from '../contract/price.ts'
import { findJoined } from '../queries/drafts.ts'
import { findPricing } from '../queries/price.ts'
import { readBasket, readInstant } from '../rules/basket.ts'
import { explainPrice } from '../rules/explain-price.ts'
import type { ExplainedPrice } from '../rules/explain-price.ts'
import { viewPrice } from '../views/price.ts'
import type { RateReader } from '../views/price.ts'

/** No publisher has this number, so that it has no rates of its own. */
const NOBODY = 0n

/** The routes of the calculator, for brands and for publishers. */
export const priceRoutes: Route[] = [
  route(priceOrderCall, async (ctx, { query }) => {
    const advertiserId = getAdvertiserId(ctx.actor)
    const read = await readPricing(ctx, { advertiserId, query, isDraft: query.rates === 'draft' })
    const programId = read.pricing?.program.id ?? 0n
    const { publisher_id: publisherId } = query
    const publisher = publisherId === null ? null : await findJoined(ctx.db, { programId, publisherId })
    const groups = await listGroups(ctx.db, { programId })
    const toNames = (rows: { id: bigint; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
    return {
      ...SUCCESS,
      data: viewCalculator(read, {
        advertiserName: read.pricing?.program.title ?? '',
        publisher,
        reader: {
          locale: ctx.locale,
          names: { publishers: toNames(publisher ? [publisher] : []), groups: toNames(groups) },
        },
      }),
    }
  }),
  route(priceOwnOrderCall, async (ctx, { params: { advertiser_id: advertiserId }, query }) => {
    const { publisherId } = getPublisherScope(ctx.actor)
    const offer = await getOffer(ctx.db, { publisherId, advertiserId })
    const read = await readPricing(ctx, { advertiserId, query, isDraft: false })
    const publisher = { id: publisherId, name: '' }
    const data = viewCalculator(read, { advertiserName: offer.name, publisher, reader: { locale: ctx.locale } })
    return { ...SUCCESS, data: { ...data, has_draft: false } }
  }),
]

type Query = ParsedInputOf<typeof priceOwnOrderCall>['query']

interface Asked {
  advertiserId: bigint
  query: Query
  isDraft: boolean
}

async function readPricing({ db, now, locale }: RequestCtx, { advertiserId, query, isDraft }: Asked) {
  const at = readInstant(query.at) ?? now
  return { query, at, locale, pricing: await findPricing(db, { advertiserId, at, isDraft }) }
}

interface Calculated {
  advertiserName: string
  /** Null for nobody in particular, undefined if the one that was named is unknown. */
  publisher: { id: bigint; name: string } | null | undefined
  reader: RateReader
}

function viewCalculator(
  { query, at, locale, pricing }: Awaited<ReturnType<typeof readPricing>>,
  { advertiserName, publisher, reader }: Calculated,
): CalculatorView {
  return {
    advertiser_name: advertiserName,
    ...viewChoices(pricing, locale),
    at: at.toISOString(),
    publisher_name: publisher?.name ?? null,
    ...viewResult(calculate({ query, at, book: pricing?.book, publisher }), reader),
  }
}

/** What can be chosen; nothing while there is no programme. */
function viewChoices(pricing: Pricing | undefined, locale: Locale) {
  if (!pricing) return { events: [], regions: [], has_draft: false, version: null }
  const { book, regions, hasDraft, version } = pricing
  return {
    events: book ? [...book.byEvent.keys()].toSorted() : [],
    regions: regions.map((code) => ({ code, name: regionName(code, locale) })),
    has_draft: hasDraft,
    version,
  }
}

function viewResult(found: ExplainedPrice | CalculatorView['problem'], reader: RateReader) {
  if (found === null) return { problem: null, price: null }
  return typeof found === 'string'
    ? { problem: found, price: null }
    : { problem: null, price: viewPrice(found, reader) }
}

type Pricing = NonNullable<Awaited<ReturnType<typeof findPricing>>>

interface Basket extends Pick<Calculated, 'publisher'> {
  query: Query
  at: Date
  book: Pricing['book']
}

/** Prices the basket, says why it has no price, or answers null before a basket was given. */
function calculate({ query, at, book, publisher }: Basket): ExplainedPrice | CalculatorView['problem'] {
  if (query.action_type === '' && query.items === '') return null
  if (!book) return 'no_terms'
  const items = readBasket(query.items)
  if (items === undefined) return 'items'
  if (publisher === undefined) return 'publisher'
  const price = explainPrice(book, toOrder(query, { at, publisher, items }))
  if (!price) return 'event'
  const isFixed = price.parts.every(({ winner }) => winner.rate.kind === 'fixed')
  return items.length === 0 && !isFixed ? 'no_items' : price
}

interface OrderParts {
  at: Date
  publisher: { id: bigint } | null
  items: readonly PricedItem[]
}

function toOrder({ action_type: event, region, customer }: Query, { at, publisher, items }: OrderParts): OrderFacts {
  return {
    event,
    publisherId: publisher?.id ?? NOBODY,
    regions: region === '' ? [] : [region],
    customer: customer === '' ? null : customer,
    at,
    value: items.reduce((sum, { amount }) => sum + amount, 0n),
    items,
  }
}
