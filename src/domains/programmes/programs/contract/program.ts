import { z } from 'zod'
import { DomainView } from '#domains/people/advertisers/contract.ts'
import { ADVERTISER_STATUSES } from '#domains/people/advertisers/rules.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { METHOD_POLICIES, PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import { parsePercent } from '#kernel/money.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText, requiredText } from '#kernel/text.ts'
import { COUPON_RULES, FEE_BASES, JOIN_MODES, PROGRAM_STATUSES, VALIDATION_ENDS } from '../rules.ts'
import { parseRate } from '#domains/programmes/rates/rules/rate.ts'

const title = requiredText(120)
const slug = z
  .string()
  .trim()
  .max(120, coded('input.characters', { max: 120 }))
  .regex(/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/, coded('program.slug'))
const clickParam = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9_.-]{0,39}$/, coded('program.click_param'))
  .refine((name) => !/^(afsrc$|utm_)/i.test(name), coded('program.click_param_reserved'))
const wholeNumber = (min: number, max: number) => {
  const message = coded('input.whole_number', { min, max })
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,10}$/)
          .transform(Number),
      ],
      message,
    )
    .pipe(z.int(message).min(min, message).max(max, message))
}

/** A rate as an operator types it: `7.5` percent, or `30.00` units of the currency. */
const RateInput = z
  .strictObject({
    action_type: z
      .string()
      .trim()
      .regex(/^[a-z][a-z0-9_]{0,39}$/, coded('program.action_type')),
    kind: z.enum(['percent', 'fixed']),
    value: requiredText(40),
  })
  .transform(({ action_type: event, ...input }, context) => {
    const rate = parseRate(input)
    if (rate) return { event, ...rate }
    const message = coded(input.kind === 'percent' ? 'program.percent' : 'program.amount')
    context.addIssue({ code: 'custom', path: ['value'], message })
    return z.NEVER
  })

/** A percentage as an operator types it, in millionths. */
const PercentInput = requiredText(10).transform((text, context) => {
  const ppm = parsePercent(text)
  if (ppm !== undefined) return ppm
  context.addIssue({ code: 'custom', message: coded('program.percent') })
  return z.NEVER
})

/** Why terms begin before their notice. Publishers read it. */
const NoNoticeReason = plainText(500).refine(
  (text) => text === '' || text.length >= 10,
  coded('input.too_small', { limit: '10', unit: 'characters' }),
)

/** What terms say about all orders, as a request says it. A hold says what publishers read of it. */
export const orderTermsInput = {
  window_days: wholeNumber(0, 999),
  validation_days: wholeNumber(0, 365),
  validation_end: z.enum(VALIDATION_ENDS).default('confirm'),
  /** Required for `hold`. */
  hold_note: plainText(300).default(''),
  max_extensions: wholeNumber(0, 12).default(1),
  extension_days: wholeNumber(1, 90).default(14),
  coupon_rule: z.enum(COUPON_RULES).default('never'),
}

/** What terms say about all orders. */
export const OrderTermsView = z.object({
  window_days: z.number(),
  validation_days: z.number(),
  validation_end: z.enum(VALIDATION_ENDS),
  /** What publishers read of an order that is held at the end of its validation period. */
  hold_note: z.string(),
  max_extensions: z.number(),
  extension_days: z.number(),
  coupon_rule: z.enum(COUPON_RULES),
})

/** @see OrderTermsView */
export type OrderTermsView = z.infer<typeof OrderTermsView>

/** One version of the terms. */
export const TermsView = z.object({
  id: z.number(),
  version: z.number(),
  state: z.enum(['in_force', 'scheduled', 'ended']),
  ...OrderTermsView.shape,
  /** The fee of the network: `fee_percent` of its basis, such as `2.5`. */
  fee_basis: z.enum(FEE_BASES),
  fee_percent: z.string(),
  currency: z.string(),
  effective_from: z.iso.datetime(),
  /** Why it begins before its notice; null if it does not. */
  no_notice_reason: z.string().nullable(),
  rates: z.array(
    z.object({ action_type: z.string(), kind: z.enum(['percent', 'fixed']), value: z.string(), text: z.string() }),
  ),
})

/** @see TermsView */
export type TermsView = z.infer<typeof TermsView>

/** A programme with all versions of its terms, newest first. */
export const ProgramView = z.object({
  id: z.number(),
  public_id: z.number(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  commission_text: z.string(),
  status: z.enum(PROGRAM_STATUSES),
  join_mode: z.enum(JOIN_MODES),
  click_param: z.string(),
  /** The address of the brand's logo on the site; empty without one. */
  logo: z.string(),
  /** From when on it is closed, while its brand has announced that. */
  closes_at: z.iso.datetime().nullable(),
  /** When it was closed, and by which side; null while it is not. Only operators read the name. */
  closed: z.object({ at: z.iso.datetime(), by: z.enum(['brand', 'network']), name: z.string().nullable() }).nullable(),
  /** How many days before it takes effect a cut of rates is published. */
  notice_days: z.number(),
  countries: z.array(z.object({ code: z.string(), name: z.string() })),
  methods: z.array(z.object({ method: z.enum(PROMOTION_METHODS), stance: z.enum(METHOD_POLICIES) })),
  terms: z.array(TermsView),
})

/** @see ProgramView */
export type ProgramView = z.infer<typeof ProgramView>

const AdvertiserRow = z.object({
  id: z.number(),
  name: z.string(),
  website: z.string(),
  status: z.enum(ADVERTISER_STATUSES),
  hostnames: z.array(z.string()),
  program_status: z.enum(PROGRAM_STATUSES).nullable(),
  join_mode: z.enum(JOIN_MODES).nullable(),
  joined_count: z.number(),
  pending_count: z.number(),
})

const succeeded = { success: z.literal(true) }

export const listAdvertisersCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/advertisers',
  access: 'operator',
  encoding: 'none',
  summary: 'Advertisers with their programmes, by name, host or title',
  query: z.object({
    keyword: plainText(200).default(''),
    program_status: z.enum([...PROGRAM_STATUSES, 'none']).optional(),
    ...pageQuery(LIST_PAGE_SIZES, 20),
  }),
  reply: z.object({ ...succeeded, data: z.object({ count: z.number(), advertisers: z.array(AdvertiserRow) }) }),
})

export const getProgramCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/advertisers/:advertiser_id/program',
  access: 'operator',
  encoding: 'none',
  summary: 'The programme of an advertiser; null while it has none',
  params: z.object({ advertiser_id: Id }),
  reply: z.object({ ...succeeded, data: ProgramView.nullable() }),
})

export const createProgramCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/advertisers/:advertiser_id/program',
  access: 'operator',
  encoding: 'json',
  summary: "Write down an advertiser's programme, as a draft",
  params: z.object({ advertiser_id: Id }),
  body: z.strictObject({ title, slug: slug.optional(), public_id: wholeNumber(1, 2_147_483_647).optional() }),
  reply: z.object({ ...succeeded, program_id: z.number() }),
})

export const updateProgramCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/programs/:program_id',
  access: 'operator',
  encoding: 'json',
  summary: 'Change a programme; what is left out stays',
  params: z.object({ program_id: Id }),
  body: z.strictObject({
    title: title.optional(),
    slug: slug.optional(),
    public_id: wholeNumber(1, 2_147_483_647).optional(),
    description: plainText(10_000).optional(),
    commission_text: plainText(2000).optional(),
    status: z.enum(PROGRAM_STATUSES).optional(),
    join_mode: z.enum(JOIN_MODES).optional(),
    click_param: clickParam.optional(),
    notice_days: wholeNumber(0, 90).optional(),
    countries: z.array(z.string().trim().toUpperCase()).max(260).optional(),
    methods: z
      .array(z.strictObject({ method: z.enum(PROMOTION_METHODS), stance: z.enum(METHOD_POLICIES) }))
      .refine((list) => new Set(list.map(({ method }) => method)).size === list.length, coded('program.method_twice'))
      .transform((list) => list.map(({ method, stance: policy }) => ({ method, policy })))
      .optional(),
  }),
  reply: z.object(succeeded),
})

export const addTermsCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/programs/:program_id/terms',
  access: 'operator',
  encoding: 'json',
  summary: 'Add the next version of the terms, in the place of one to come; a cut has notice, or names a reason',
  params: z.object({ program_id: Id }),
  body: z.strictObject({
    ...orderTermsInput,
    /** The fee of the network; that of the version before when missing. */
    fee_basis: z.enum(FEE_BASES).optional(),
    fee_percent: PercentInput.optional(),
    /** As early as the notice allows when missing; at once with a reason. */
    effective_from: z.iso.datetime(coded('input.instant')).optional(),
    /** Lets a cut begin before its notice. */
    no_notice_reason: NoNoticeReason.default(''),
    rates: z.array(RateInput).min(1, coded('program.rates_missing')).max(50),
  }),
  reply: z.object({ ...succeeded, terms_id: z.number(), version: z.number() }),
})

/** What a request says of new terms. A brand says nothing of the fee. */
export type TermsBody = Omit<z.infer<typeof addTermsCall.body>, 'no_notice_reason'>

export const getOwnAdvertiserCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'Your advertiser, its declared hosts and its programme',
  reply: z.object({
    ...succeeded,
    data: z.object({
      id: z.number(),
      name: z.string(),
      website: z.string(),
      status: z.enum(ADVERTISER_STATUSES),
      domains: z.array(DomainView),
      program: ProgramView.nullable(),
    }),
  }),
})
