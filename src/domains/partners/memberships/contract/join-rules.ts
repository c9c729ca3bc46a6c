import { z } from 'zod'
import { JOIN_MODES } from '#domains/programmes/programs/rules.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { COUNTRY_CODES } from '#kernel/lists/countries.ts'
import { PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import { plainText } from '#kernel/text.ts'
import { MAX_JOIN_RULES, RULE_ACTIONS } from '../rules/join-rules.ts'
import { MAX_MEMBERSHIP_TEXT } from '../rules/vocabulary.ts'

const path = '/api/v1/brand/join-rules'

const succeeded = { success: z.literal(true) }

const Days = z.int().min(1).max(3650).nullable().default(null)

/** A rule; its place in the list is its place in the order. */
const RuleInput = z
  .strictObject({
    action: z.enum(RULE_ACTIONS, coded('choice')),
    methods: z
      .array(z.enum(PROMOTION_METHODS, coded('choice')))
      .max(PROMOTION_METHODS.length)
      .default([]),
    countries: z
      .array(z.enum(COUNTRY_CODES, coded('choice')))
      .max(COUNTRY_CODES.length)
      .default([]),
    min_site_days: Days,
    max_site_days: Days,
    is_verified: z.boolean().nullable().default(null),
    /** The question, or the reason that the publisher reads; not for a rule that accepts. */
    text: plainText(MAX_MEMBERSHIP_TEXT).default(''),
  })
  .refine(({ action, text }) => action === 'accept' || text !== '', {
    path: ['text'],
    message: coded('membership.rule_text'),
  })
  .refine(({ min_site_days: min, max_site_days: max }) => min === null || max === null || min < max, {
    path: ['max_site_days'],
    message: coded('membership.rule_days'),
  })

const rules = z.array(RuleInput).max(MAX_JOIN_RULES)

/** A rule as it is shown. */
export const JoinRuleView = z.object({
  rule_no: z.number(),
  action: z.enum(RULE_ACTIONS),
  methods: z.array(z.string()),
  countries: z.array(z.string()),
  min_site_days: z.number().nullable(),
  max_site_days: z.number().nullable(),
  is_verified: z.boolean().nullable(),
  text: z.string(),
})

/** @see JoinRuleView */
export type JoinRuleView = z.infer<typeof JoinRuleView>

/** What rules would have done with the requests of the last days. */
export const DryRunView = z.object({
  requests: z.number(),
  unmatched: z.number(),
  compared: z.number(),
  agreed: z.number(),
  by_rule: z.array(z.object({ rule_no: z.number(), action: z.enum(RULE_ACTIONS), count: z.number() })),
  differences: z.array(
    z.object({
      publisher_id: z.number(),
      publisher_name: z.string(),
      requested_at: z.iso.datetime(),
      rule_no: z.number(),
      action: z.enum(RULE_ACTIONS),
    }),
  ),
})

/** @see DryRunView */
export type DryRunView = z.infer<typeof DryRunView>

/** Gets the rules of the programme of the signed-in advertiser. */
export const getJoinRulesCall = endpoint({
  method: 'GET',
  path,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'The rules that decide requests to join my programme, the first that matches',
  reply: z.object({
    ...succeeded,
    data: z.object({
      /** 0 while there were never any. */
      version: z.number(),
      saved_at: z.iso.datetime().nullable(),
      join_mode: z.enum(JOIN_MODES),
      rules: z.array(JoinRuleView),
    }),
  }),
})

/** Saves the next version of the rules. */
export const saveJoinRulesCall = endpoint({
  method: 'POST',
  path,
  access: 'advertiser:run_programme',
  encoding: 'json',
  summary: 'Save the rules that decide requests to join my programme, in their order',
  body: z.strictObject({
    /** The version that was seen. */
    version: z.int().min(0),
    rules,
  }),
  reply: z.object({ ...succeeded, version: z.number() }),
})

/** Tries rules on the requests of the last 90 days. It changes nothing. */
export const tryJoinRulesCall = endpoint({
  method: 'POST',
  path: `${path}/dry-run`,
  access: 'advertiser:see',
  encoding: 'json',
  summary: 'What rules would have done with the requests of the last 90 days, beside what was decided; changes nothing',
  body: z.strictObject({ rules }),
  reply: z.object({ ...succeeded, data: DryRunView }),
})
