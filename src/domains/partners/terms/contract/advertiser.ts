import { z } from 'zod'
import { CUSTOMER_STATUSES } from '#domains/programmes/rates/rules/resolve.ts'
import { OrderTermsView, orderTermsInput } from '#domains/programmes/programs/contract/program.ts'
import { parseRate } from '#domains/programmes/rates/rules/rate.ts'
import { Day } from '#kernel/day-query.ts'
import { coded } from '#kernel/error-codes.ts'
import { PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { plainText, requiredText } from '#kernel/text.ts'
import { CHANGED_TERMS } from '../rules/difference.ts'

const succeeded = { success: z.literal(true) }
const path = '/api/v1/brand/rates'

/** A whole number from `min` on, as JSON or as a form sends it. */
const wholeNumber = (min: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,10}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(min).max(2_147_483_647))

/** Names a rate of an event: rule 0 is the rate that holds where no other does. */
const lineName = { rule: wholeNumber(0), action_type: requiredText(40) }

/** A rate, and the orders that it is for. A null stands for all. */
export const RateLineView = z.object({
  rule: z.number(),
  action_type: z.string(),
  publisher: z.object({ id: z.number(), name: z.string() }).nullable(),
  group: z.object({ id: z.number(), name: z.string() }).nullable(),
  product_group: z.string().nullable(),
  region: z.object({ code: z.string(), name: z.string() }).nullable(),
  customer: z.enum(CUSTOMER_STATUSES).nullable(),
  starts_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime().nullable(),
  kind: z.enum(['percent', 'fixed']),
  value: z.string(),
  /** For readers: `7.5%`, `30.00 USD`. */
  text: z.string(),
})

/** @see RateLineView */
export type RateLineView = z.infer<typeof RateLineView>

/** What is permitted less of a method from a day on; a stance of null: it is not allowed any more. */
const Restriction = z.strictObject({
  method: z.enum(PROMOTION_METHODS),
  stance: z.literal('under_condition').nullable(),
})

/** @see Restriction */
export type Restriction = z.infer<typeof Restriction>

const VersionView = z.object({
  version: z.number(),
  effective_from: z.iso.datetime(),
  lines: z.array(RateLineView),
  order_terms: OrderTermsView,
  /** What it restricts from its beginning on; nothing more once it is in force. */
  restricts: z.array(Restriction),
})

/** @see VersionView */
export type VersionView = z.infer<typeof VersionView>

/** A change of a rate, as its notice says it. An empty rate stands for none. */
const RateChangeView = z.object({
  action_type: z.string(),
  product_group: z.string().nullable(),
  region: z.string().nullable(),
  customer: z.enum(CUSTOMER_STATUSES).nullable(),
  before: z.string(),
  after: z.string(),
  from: z.iso.datetime().nullable(),
})

/** A change of what the terms say about all orders: days, words of the terms, or a method and what holds for it. */
const TermChangeView = z.object({ term: z.enum(CHANGED_TERMS), before: z.string(), after: z.string() })

/** A change of the terms, as its notice says it. */
export const ChangeView = z.union([RateChangeView, TermChangeView])

/** @see ChangeView */
export type ChangeView = z.infer<typeof ChangeView>

/** What the draft changes for the publishers of the programme. */
const DifferenceView = z.object({
  joined: z.number(),
  /** For how many publishers nothing gets worse, and for how many something does. */
  raised: z.number(),
  lowered: z.number(),
  /** The first publishers for whom something changes, those to whose disadvantage it is first. */
  publishers: z.array(
    z.object({ id: z.number(), name: z.string(), is_cut: z.boolean(), changes: z.array(ChangeView) }),
  ),
  earliest: z.iso.datetime(),
})

/** @see DifferenceView */
export type DifferenceView = z.infer<typeof DifferenceView>

/** What the orders of the last days earn by the rates in force and by the draft, in USD. */
const ReplaySums = { orders: z.number(), value: z.string(), before: z.string(), after: z.string(), change: z.string() }

/** The replay of the orders of the last 30 days by the draft. */
const ReplayView = z.object({
  status: z.enum(['running', 'done', 'failed']),
  asked_at: z.iso.datetime(),
  days_done: z.number(),
  days: z.number(),
  /** Null until it is done. */
  result: z
    .object({
      total: z.object(ReplaySums),
      /** How many publishers earn more, and how many less. */
      gaining: z.number(),
      losing: z.number(),
      /** The publishers whose earnings change most, those who lose most first. */
      publishers: z.array(z.object({ id: z.number(), name: z.string(), ...ReplaySums })),
    })
    .nullable(),
})

/** @see ReplayView */
export type ReplayView = z.infer<typeof ReplayView>

const Named = z.object({ id: z.number(), name: z.string() })

/** The rates of a programme: those in force, those to come, and what its brand prepares. */
export const RatesView = z.object({
  notice_days: z.number(),
  in_force: VersionView,
  scheduled: VersionView.extend({
    told: z.number(),
    acknowledged: z.number(),
    /** Whether publishers are still being told of it. */
    is_being_told: z.boolean(),
  }).nullable(),
  draft: z
    .object({
      revision: z.number(),
      changed_at: z.iso.datetime(),
      changed_by: z.string().nullable(),
      lines: z.array(RateLineView),
      order_terms: OrderTermsView,
      restricts: z.array(Restriction),
      difference: DifferenceView,
      /** Null until it is asked for. */
      replay: ReplayView.nullable(),
    })
    .nullable(),
  groups: z.array(Named),
  regions: z.array(z.object({ code: z.string(), name: z.string() })),
})

/** @see RatesView */
export type RatesView = z.infer<typeof RatesView>

export const getRatesCall = endpoint({
  method: 'GET',
  path,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'Your rates: in force, published for later, and the draft with what it changes; null during the set-up',
  reply: z.object({ ...succeeded, data: RatesView.nullable() }),
})

const revision = wholeNumber(0)
const optionalId = z.union([Id, z.literal('').transform(() => null), z.null()]).default(null)
const optionalText = (max: number) => plainText(max).transform((text) => (text === '' ? null : text))
const optionalDay = z.union([Day, z.literal('').transform(() => undefined)]).optional()

const RateInput = z
  .strictObject({
    /** That of the draft that was seen; 0 while there is none. */
    revision,
    /** The rate whose place it takes; a new rate when missing. */
    replaces: z.strictObject(lineName).optional(),
    action_type: z
      .string()
      .trim()
      .regex(/^[a-z][a-z0-9_]{0,39}$/, coded('program.action_type')),
    publisher_id: optionalId,
    group_id: optionalId,
    product_group: optionalText(60).default(null),
    region: optionalText(6).default(null),
    customer: z.union([z.enum(CUSTOMER_STATUSES), z.literal('').transform(() => null), z.null()]).default(null),
    /** Its first and last day (UTC). */
    starts_on: optionalDay,
    ends_on: optionalDay,
    kind: z.enum(['percent', 'fixed']),
    value: requiredText(40),
  })
  .refine(({ publisher_id: id, group_id: group }) => id === null || group === null, {
    path: ['group_id'],
    message: coded('rates.one_audience'),
  })
  .refine(({ starts_on: start, ends_on: end }) => start === undefined || end === undefined || start <= end, {
    path: ['ends_on'],
    message: coded('input.range_order'),
  })
  .transform(({ kind, value, ...line }, context) => {
    const rate = parseRate({ kind, value })
    if (rate) return { ...line, rate }
    const message = coded(kind === 'percent' ? 'program.percent' : 'program.amount')
    context.addIssue({ code: 'custom', path: ['value'], message })
    return z.NEVER
  })

/** A rate as a brand says it. */
export type RateInput = z.infer<typeof RateInput>

const draftReply = z.object({ ...succeeded, revision: z.number() })

export const saveRateCall = endpoint({
  method: 'POST',
  path: `${path}/draft/lines`,
  access: 'advertiser:set_terms',
  encoding: 'json',
  summary: 'Put a rate into the draft of your next terms; the first begins the draft',
  body: RateInput,
  reply: draftReply,
})

export const removeRateCall = endpoint({
  method: 'POST',
  path: `${path}/draft/remove`,
  access: 'advertiser:set_terms',
  encoding: 'json',
  summary: 'Take a rate out of the draft',
  body: z.strictObject({ revision, ...lineName }),
  reply: draftReply,
})

export const saveOrderTermsCall = endpoint({
  method: 'POST',
  path: `${path}/draft/order-terms`,
  access: 'advertiser:set_terms',
  encoding: 'json',
  summary: 'Put window, validation, extensions, coupon rule and restricted methods into the draft of your next terms',
  body: z.strictObject({
    revision,
    ...orderTermsInput,
    restricts: z.array(Restriction).max(PROMOTION_METHODS.length).default([]),
  }),
  reply: draftReply,
})

export const discardDraftCall = endpoint({
  method: 'POST',
  path: `${path}/draft/discard`,
  access: 'advertiser:set_terms',
  encoding: 'json',
  summary: 'Delete the draft',
  body: z.strictObject({ revision }),
  reply: z.object(succeeded),
})

export const replayDraftCall = endpoint({
  method: 'POST',
  path: `${path}/draft/replay`,
  access: 'advertiser:set_terms',
  encoding: 'json',
  summary: 'Price the orders of the last 30 days by the draft, in the background',
  body: z.strictObject({ revision }),
  reply: z.object(succeeded),
})

export const publishDraftCall = endpoint({
  method: 'POST',
  path: `${path}/draft/publish`,
  access: 'advertiser:set_terms',
  encoding: 'json',
  summary: 'Publish the draft as your next terms and tell the publishers for whom it changes anything',
  body: z.strictObject({
    revision,
    /** The day (UTC) from which it holds; as early as the notice days allow when missing. */
    effective_on: optionalDay,
  }),
  reply: z.object({ ...succeeded, version: z.number(), effective_from: z.iso.datetime(), told: z.number() }),
})

export const withdrawTermsCall = endpoint({
  method: 'POST',
  path: `${path}/withdraw`,
  access: 'advertiser:set_terms',
  encoding: 'json',
  summary: 'Withdraw published terms that are not in force yet',
  body: z.strictObject({ version: wholeNumber(1) }),
  reply: z.object({ ...succeeded, version: z.number() }),
})
