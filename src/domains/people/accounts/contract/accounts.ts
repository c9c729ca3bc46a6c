import { z } from 'zod'
import { ROLES } from '#kernel/actor.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText } from '#kernel/text.ts'

/** Review states of an account. */
export const REVIEW_STATUSES = ['under_review', 'approved', 'rejected'] as const

/** A review state of an account. */
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

const accountId = z.coerce.number<string | number>().int().positive()

const accountItem = z.object({
  account_id: z.number(),
  email: z.string(),
  display_name: z.string(),
  role: z.enum(ROLES),
  review_status: z.enum(REVIEW_STATUSES),
  review_note: z.string().nullable(),
  reviewed_at: z.iso.datetime().nullable(),
  reviewed_by: z.string().nullable(),
  has_password: z.boolean(),
  has_two_step: z.boolean(),
  created_at: z.iso.datetime(),
})

/** An account in the operator's list. */
export type AccountItem = z.output<typeof accountItem>

/** The operator's list of accounts, newest first. */
export const listAccountsCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/accounts',
  access: 'operator',
  encoding: 'none',
  summary: 'Accounts by role, review status and a part of name or e-mail.',
  query: z.object({
    role: z.enum(ROLES).optional(),
    status: z.enum(REVIEW_STATUSES).optional(),
    search: plainText(200).optional(),
    ...pageQuery(LIST_PAGE_SIZES, 20),
  }),
  reply: z.object({
    success: z.literal(true),
    accounts: z.array(accountItem),
    count: z.number(),
    page_number: z.number(),
    page_size: z.number(),
  }),
})

/** Approves or rejects an account. The owner is told by mail; only operators read the note. */
export const reviewAccountCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/accounts/:account_id/review',
  access: 'operator',
  encoding: 'json',
  summary: 'Approve or reject an account.',
  params: z.object({ account_id: accountId }),
  body: z.object({
    decision: z.enum(['approved', 'rejected']),
    note: plainText(1000).optional(),
  }),
  reply: z.object({ success: z.literal(true), review_status: z.enum(REVIEW_STATUSES) }),
})
