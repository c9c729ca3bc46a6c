import { z } from 'zod'
import { cursorQuery } from '#kernel/cursor.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { DecimalMoney, Instant, STREAM_FILES, nextCursor, streamQuery } from '#kernel/stream-query.ts'
import { PROMOTION_KINDS, PROMOTION_STATES } from '#domains/tracking/promotions/rules.ts'
import {
  COUPON_RULES,
  FEE_BASES,
  JOIN_MODES,
  MEMBERSHIP_STATUSES,
  PROGRAM_STATUSES,
  VALIDATION_ENDS,
} from '#domains/programmes/programs/rules.ts'
import { CUSTOMER_STATUSES } from '#domains/programmes/rates/rules/resolve.ts'
import { ItemView } from '#domains/orders/transactions/contract/transaction.ts'
import { HOLD_REASONS, TRANSACTION_STATUSES } from '#domains/orders/transactions/contract/vocabulary.ts'
import { ApiTransaction } from './v1.ts'

const shared = { method: 'GET', access: 'key:read_program', encoding: 'none' } as const

const path = '/api/v1/program'

const synced = { next_cursor: nextCursor, synced_until: z.iso.datetime() }

/** An order of the key's advertiser: a transaction with its publisher and its items. */
export const ApiOrder = ApiTransaction.omit({ advertiser_id: true, advertiser_name: true, site_key: true }).extend({
  /** The fee of the network; zero unless the order is confirmed. */
  usd_fee: DecimalMoney,
  /** Why an undecided order does not decide itself. */
  hold_reason: z.enum(HOLD_REASONS).nullable(),
  publisher_id: z.number(),
  publisher_name: z.string(),
  site_name: z.string().nullable(),
  /** As the last amendment left them, or else as they were reported. */
  items: z.array(ItemView),
})

/** @see ApiOrder */
export type ApiOrder = z.infer<typeof ApiOrder>

/** Lists the orders of the key's advertiser, the one that has not changed for the longest time first. */
export const listApiOrdersCall = endpoint({
  ...shared,
  path: `${path}/orders`,
  operationId: 'listOrders',
  summary: 'Orders of my shop by the time of their last change, oldest first',
  query: z.object({
    updated_since: Instant.optional(),
    from: Instant.optional(),
    until: Instant.optional(),
    status: z.enum(TRANSACTION_STATUSES).optional(),
    publisher_id: Id.optional(),
    ...streamQuery,
    cursor: cursorQuery.after,
  }),
  reply: z.object({ data: z.array(ApiOrder), ...synced }),
  files: STREAM_FILES,
})

/** A publisher's relation to the programme of the key's advertiser. */
export const ApiMember = z.object({
  publisher_id: z.number(),
  publisher_name: z.string(),
  status: z.enum(MEMBERSHIP_STATUSES),
  /** How the publisher says that it promotes. */
  methods: z.array(z.string()),
  requested_time: z.iso.datetime(),
  decided_time: z.iso.datetime().nullable(),
  updated_time: z.iso.datetime(),
})

/** @see ApiMember */
export type ApiMember = z.infer<typeof ApiMember>

/** Lists the publishers who joined the programme, asked to, or left it, by id. */
export const listApiMembersCall = endpoint({
  ...shared,
  path: `${path}/publishers`,
  operationId: 'listPublishers',
  summary: 'Publishers of my programme with the state of their membership, by number',
  query: z.object({
    updated_since: Instant.optional(),
    status: z.enum(MEMBERSHIP_STATUSES).optional(),
    ...streamQuery,
    cursor: Id.optional(),
  }),
  reply: z.object({ data: z.array(ApiMember), ...synced }),
  files: STREAM_FILES,
})

/** A promotion of the key's advertiser. */
export const ApiOwnPromotion = z.object({
  promotion_id: z.number(),
  state: z.enum(PROMOTION_STATES),
  type: z.enum(PROMOTION_KINDS),
  title: z.string(),
  description: z.string(),
  coupon: z.string().nullable(),
  /** The publisher, and its site, who earns the orders with the coupon. */
  publisher_id: z.number().nullable(),
  publisher_name: z.string().nullable(),
  site_name: z.string().nullable(),
  category: z.string(),
  commission: z.string(),
  start: z.iso.date(),
  end: z.iso.date().nullable(),
  url: z.string(),
  updated_time: z.iso.datetime(),
})

/** @see ApiOwnPromotion */
export type ApiOwnPromotion = z.infer<typeof ApiOwnPromotion>

/** Lists all promotions of the key's advertiser by id, scheduled and ended ones too. */
export const listOwnApiPromotionsCall = endpoint({
  ...shared,
  path: `${path}/promotions`,
  operationId: 'listOwnPromotions',
  summary: 'My coupon codes, deals and products, in the order in which they were added',
  query: z.object({
    updated_since: Instant.optional(),
    type: z.enum(PROMOTION_KINDS).optional(),
    ...streamQuery,
    cursor: Id.optional(),
  }),
  reply: z.object({ data: z.array(ApiOwnPromotion), ...synced }),
  files: STREAM_FILES,
})

const rateFields = { event: z.string(), kind: z.enum(['percent', 'fixed']), value: z.string(), currency: z.string() }

/** A version of the terms of the programme. */
const ApiTerms = z.object({
  version: z.number(),
  effective_time: z.iso.datetime(),
  window_days: z.number(),
  validation_days: z.number(),
  validation_end: z.enum(VALIDATION_ENDS),
  coupon_rule: z.enum(COUPON_RULES),
  fee_basis: z.enum(FEE_BASES),
  /** The fee of the network in percent of its basis. */
  fee_percent: z.string(),
  rates: z.array(z.object(rateFields)),
  /** The rates for some orders only; what a rule names is not null. */
  rules: z.array(
    z.object({
      rule: z.number(),
      ...rateFields,
      publisher_id: z.number().nullable(),
      group_id: z.number().nullable(),
      product_group: z.string().nullable(),
      region: z.string().nullable(),
      customer: z.enum(CUSTOMER_STATUSES).nullable(),
      starts_time: z.iso.datetime().nullable(),
      ends_time: z.iso.datetime().nullable(),
    }),
  ),
})

/** @see ApiTerms */
export type ApiTerms = z.infer<typeof ApiTerms>

/** The programme of the key's advertiser with the terms in force and the next ones. */
const ApiProgram = z.object({
  advertiser_id: z.number(),
  title: z.string(),
  program_status: z.enum(PROGRAM_STATUSES),
  join_mode: z.enum(JOIN_MODES),
  click_param: z.string(),
  countries: z.array(z.string()),
  pauses_time: z.iso.datetime().nullable(),
  closes_time: z.iso.datetime().nullable(),
  terms: ApiTerms.nullable(),
  next_terms: ApiTerms.nullable(),
})

/** @see ApiProgram */
export type ApiProgram = z.infer<typeof ApiProgram>

/** Gets the programme of the key's advertiser. An advertiser without one is refused as not found. */
export const getApiProgramCall = endpoint({
  ...shared,
  path,
  operationId: 'getProgram',
  summary: 'My programme with the terms in force and the next ones',
  reply: ApiProgram,
})
