import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { coded } from '#kernel/error-codes.ts'
import { Id } from '#kernel/ids.ts'
import { requiredText } from '#kernel/text.ts'
import { MAX_VIEW_NAME, MAX_VIEW_QUERY, VIEW_ROLES, VIEW_SCOPES } from './rules/limits.ts'
import { END_REASONS, RHYTHMS, WEEKDAYS } from './rules/schedule.ts'

const View = z.object({
  id: z.number(),
  list: z.string(),
  name: z.string(),
  /** The search of the list: `status=PENDING&columns=date.status`. */
  query: z.string(),
  /** The address that opens it. */
  path: z.string(),
  scope: z.enum(VIEW_SCOPES),
  role: z.enum(VIEW_ROLES).nullable(),
  is_pinned: z.boolean(),
  /** Whether the account saved it, and so can change it. */
  is_own: z.boolean(),
  /** Whether the account can pin it. */
  can_be_pinned: z.boolean(),
  /** Whether it can be mailed to the account. */
  can_be_mailed: z.boolean(),
})

/** A saved view as an account sees it. */
export type View = z.infer<typeof View>

const path = '/account/api/views'
const params = z.object({ view_id: Id })
const endPath = '/account/api/mailed-view'
const Token = z.string().max(100)
const done = z.object({ success: z.literal(true) })
const name = requiredText(MAX_VIEW_NAME)
const query = z.string().max(4 * MAX_VIEW_QUERY)

/** Lists the views that an account sees: its own and those of its team or its role, by name. */
export const listViewsCall = endpoint({
  method: 'GET',
  path,
  access: 'signed-in',
  encoding: 'none',
  summary: 'The saved views of a list, or the pinned ones of all lists: your own, your team’s and your role’s',
  query: z.object({ list: z.string().max(80).optional(), is_pinned: z.enum(['1']).optional() }),
  reply: z.object({
    success: z.literal(true),
    /** `roles` are those of the organisation, when it has several; empty without a team. */
    data: z.object({
      views: z.array(View),
      has_team: z.boolean(),
      can_pin_for_others: z.boolean(),
      roles: z.array(z.enum(VIEW_ROLES)),
    }),
  }),
})

/** Saves the search of a list under a name. */
export const saveViewCall = endpoint({
  method: 'POST',
  path,
  access: 'signed-in',
  encoding: 'json',
  summary: 'Save the filters, sort order and columns of a list under a name',
  body: z
    .strictObject({
      list: z.string().max(80),
      name,
      query,
      scope: z.enum(VIEW_SCOPES).default('me'),
      role: z.enum(VIEW_ROLES).optional(),
      is_pinned: z.boolean().default(false),
    })
    .refine(({ scope, role }) => (scope === 'role') === (role !== undefined), { path: ['role'] }),
  reply: done.extend({ view: View }),
})

/** Renames, changes or pins a view of the account. */
export const changeViewCall = endpoint({
  method: 'POST',
  path: `${path}/:view_id`,
  access: 'signed-in',
  encoding: 'json',
  summary: 'Rename one of your saved views, keep other filters under its name, or pin it',
  params,
  body: z.strictObject({ name: name.optional(), query: query.optional(), is_pinned: z.boolean().optional() }),
  reply: done.extend({ view: View }),
})

/** Deletes a view of the account. */
export const deleteViewCall = endpoint({
  method: 'POST',
  path: `${path}/:view_id/delete`,
  access: 'signed-in',
  encoding: 'json',
  summary: 'Delete one of your saved views; you can restore it for a day',
  params,
  reply: done,
})

/** Restores a view that the account deleted. */
export const restoreViewCall = endpoint({
  method: 'POST',
  path: `${path}/:view_id/restore`,
  access: 'signed-in',
  encoding: 'json',
  summary: 'Restore a saved view that you deleted less than a day ago',
  params,
  reply: done.extend({ view: View }),
})

/** Counts the rows of the pinned views. */
export const countViewsCall = endpoint({
  method: 'GET',
  path: `${path}/counts`,
  access: 'every-role',
  encoding: 'none',
  summary: 'How many rows your pinned views have, up to 1,000',
  reply: z.object({
    success: z.literal(true),
    /** Without the views whose rows cannot be counted quickly. 1001 stands for more than 1,000. */
    data: z.object({ counts: z.array(z.object({ view_id: z.number(), count: z.number() })) }),
  }),
})

const Schedule = z.object({
  rhythm: z.enum(RHYTHMS),
  /** 1 for Monday to 7 for Sunday; null unless it is weekly. */
  weekday: z.number().nullable(),
})

/** A view that an account is mailed. */
const MailedView = Schedule.extend({
  view_id: z.number(),
  name: z.string(),
  /** The address that opens it; null for one that was deleted. */
  path: z.string().nullable(),
  /** The next mail; null once the mails have ended by themselves. */
  due_at: z.iso.datetime().nullable(),
  mailed_at: z.iso.datetime().nullable(),
  /** Why the last attempt made no mail, in the reader's language. */
  fault: z.string().nullable(),
  end_reason: z.enum(END_REASONS).nullable(),
})

/** @see MailedView */
export type MailedViewView = z.infer<typeof MailedView>

/** Lists the views that an account is mailed, the newest first. */
export const listMailedViewsCall = endpoint({
  method: 'GET',
  path: `${path}/mailed`,
  access: 'signed-in',
  encoding: 'none',
  summary: 'The saved views that you are mailed, with the next mail, and why a mail failed or the mails ended',
  reply: z.object({ success: z.literal(true), data: z.object({ views: z.array(MailedView) }) }),
})

/** Has a view mailed to the account. */
export const scheduleViewCall = endpoint({
  method: 'POST',
  path: `${path}/:view_id/schedule`,
  access: 'advertiser:see',
  encoding: 'json',
  summary: 'Have a view of reports, transactions, undecided orders or publishers mailed daily, on a weekday or monthly',
  params,
  body: z
    .strictObject({
      rhythm: z.enum(RHYTHMS),
      weekday: z.coerce.number<string | number>().int().min(1).max(WEEKDAYS.length).optional(),
    })
    .refine(({ rhythm, weekday }) => rhythm !== 'weekly' || weekday !== undefined, {
      path: ['weekday'],
      message: coded('required'),
    }),
  reply: done,
})

/** Ends the mails of a view to the account. */
export const endScheduleCall = endpoint({
  method: 'POST',
  path: `${path}/:view_id/schedule/end`,
  access: 'signed-in',
  encoding: 'json',
  summary: 'End the mails of a view to you',
  params,
  reply: done,
})

/** Looks at the link of a mail, and changes nothing. */
export const findMailedViewCall = endpoint({
  method: 'POST',
  path: `${endPath}/find`,
  access: 'public',
  encoding: 'json',
  summary: 'Look at the link of a mail that ends these mails, without using it',
  body: z.strictObject({ token: Token }),
  /** Null once the mails have ended. */
  reply: done.extend({ name: z.string().nullable() }),
})

/** Ends the mails of a view by the link of one of them. */
export const endMailedViewCall = endpoint({
  method: 'POST',
  path: `${endPath}/end`,
  access: 'public',
  encoding: 'json',
  summary: 'End the mails of a view by the link of one of them',
  body: z.strictObject({ token: Token }),
  reply: done,
})
