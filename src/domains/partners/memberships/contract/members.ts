import { z } from 'zod'
import { Day, dayFilter, hasOrderedDays } from '#kernel/day-query.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText, requiredText } from '#kernel/text.ts'
import { MEMBERSHIP_STATUSES } from '#domains/programmes/programs/rules.ts'
import { Measures } from '#domains/figures/reports/contract/advertiser.ts'
import { ACTIVITIES, MAX_SELECTED, MAX_TAG_LENGTH, MEMBER_SORTS, LISTED_STATUSES } from '../rules/vocabulary.ts'

const path = '/api/v1/brand/publishers'

const succeeded = { success: z.literal(true) }

const Named = z.object({ id: z.number(), name: z.string() })

/** A publisher of a programme with its measures in the range. */
export const MemberView = z.object({
  publisher_id: z.number(),
  publisher_name: z.string(),
  status: z.enum(MEMBERSHIP_STATUSES),
  joined_at: z.iso.datetime().nullable(),
  groups: z.array(Named),
  tags: z.array(z.string()),
  figures: Measures,
  /** The day of the click of the last order that is not cancelled; null without any. */
  last_order_on: Day.nullable(),
})

/** @see MemberView */
export type MemberView = z.infer<typeof MemberView>

const filter = {
  keyword: plainText(200).optional(),
  status: z.enum(LISTED_STATUSES).optional(),
  group_id: Id.optional(),
  tag: plainText(MAX_TAG_LENGTH).optional(),
  activity: z.enum(ACTIVITIES).optional(),
}

const order = { ...dayFilter, sort: z.enum(MEMBER_SORTS).optional() }

/** Lists the publishers of the programme of the signed-in advertiser. */
export const listMembersCall = endpoint({
  method: 'GET',
  path,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'Publishers of my programme with clicks, orders, order value, commission and share of cancelled orders',
  query: z
    .object({ ...filter, ...order, ...pageQuery(LIST_PAGE_SIZES, 20) })
    .refine(hasOrderedDays, { path: ['begin'], message: coded('input.range_order') }),
  reply: z.object({
    ...succeeded,
    data: z.object({
      count: z.number(),
      publishers: z.array(MemberView),
      sort: z.enum(MEMBER_SORTS),
      begin: Day,
      end: Day,
      today: Day,
      /** The groups and the tags of the programme. */
      groups: z.array(Named.extend({ members: z.number() })),
      tags: z.array(z.string()),
      currency: z.string(),
      as_of: z.iso.datetime().nullable(),
    }),
  }),
})

/** All rows of the same query as CSV. */
export const downloadMembersCall = endpoint({
  method: 'GET',
  path: `${path}/download`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'The publishers of the same query as CSV, all pages; bom=1 for spreadsheets',
  query: z
    .object({ ...filter, ...order, bom: z.enum(['0', '1']).default('0') })
    .refine(hasOrderedDays, { path: ['begin'], message: coded('input.range_order') }),
})

/** Puts publishers into a group or gives them a tag, or takes them out; a new group or tag is made by its name. */
export const labelMembersCall = endpoint({
  method: 'POST',
  path: `${path}/label`,
  access: 'advertiser:run_programme',
  encoding: 'json',
  summary: 'Put publishers into a group or give them a tag, or take them out: those named, or all of a filter',
  body: z
    .strictObject({
      act: z.enum(['add', 'remove']),
      kind: z.enum(['group', 'tag']),
      /** The name of the group, or the tag. */
      name: requiredText(MAX_TAG_LENGTH),
      publishers: z
        .array(Id)
        .min(1, coded('membership.none_chosen'))
        .max(MAX_SELECTED, coded('transaction.too_many', { max: MAX_SELECTED }))
        .optional(),
      matching: z.strictObject(filter).optional(),
    })
    .refine(({ publishers, matching }) => (publishers === undefined) !== (matching === undefined), {
      path: ['publishers'],
      message: coded('membership.none_chosen'),
    }),
  reply: z.object({
    ...succeeded,
    changed: z.number(),
    /** What takes it back; null if nothing changed, or for more publishers than one change names. */
    undo: z
      .object({
        act: z.enum(['add', 'remove']),
        kind: z.enum(['group', 'tag']),
        name: z.string(),
        publishers: z.array(z.number()),
      })
      .nullable(),
  }),
})
