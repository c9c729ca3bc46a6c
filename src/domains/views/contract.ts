import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { requiredText } from '#kernel/text.ts'
import { MAX_VIEW_NAME, MAX_VIEW_QUERY, VIEW_ROLES, VIEW_SCOPES } from './rules/limits.ts'

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
})

/** A saved view as an account sees it. */
export type View = z.infer<typeof View>

const path = '/account/api/views'
const params = z.object({ view_id: Id })
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
    data: z.object({ views: z.array(View), has_team: z.boolean(), roles: z.array(z.enum(VIEW_ROLES)) }),
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
