import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText } from '#kernel/text.ts'
import { OPENING_DECISIONS } from '../rules.ts'
import { setupReply } from './setup-view.ts'

const succeeded = { success: z.literal(true) }
const done = z.object(succeeded)
const operatorPath = '/api/v1/operator/advertisers/:advertiser_id'

export const getAdvertiserSetupCall = endpoint({
  method: 'GET',
  path: `${operatorPath}/setup`,
  access: 'operator',
  encoding: 'none',
  summary: 'The steps of an advertiser to an open programme',
  params: z.object({ advertiser_id: Id }),
  reply: setupReply,
})

export const confirmDomainCall = endpoint({
  method: 'POST',
  path: `${operatorPath}/pending-domains/:pending_domain_id/confirm`,
  access: 'operator',
  encoding: 'json',
  summary: 'Declare a host that an advertiser named, without its proof',
  params: z.object({ advertiser_id: Id, pending_domain_id: Id }),
  reply: done,
})

export const skipTestCall = endpoint({
  method: 'POST',
  path: `${operatorPath}/test-skip`,
  access: 'operator',
  encoding: 'json',
  summary: 'Let a programme open without a test order, or not any more',
  params: z.object({ advertiser_id: Id }),
  body: z.strictObject({ is_skipped: z.boolean() }),
  reply: done,
})

export const decideOpeningCall = endpoint({
  method: 'POST',
  path: `${operatorPath}/opening`,
  access: 'operator',
  encoding: 'json',
  summary: 'Open a programme that waits for its review, or give it back with a reason',
  params: z.object({ advertiser_id: Id }),
  body: z.strictObject({ decision: z.enum(OPENING_DECISIONS), reason: plainText(1000).default('') }),
  reply: done,
})

const WaitingOpening = z.object({
  advertiser_id: z.number(),
  advertiser_name: z.string(),
  website: z.string(),
  title: z.string(),
  requested_at: z.iso.datetime(),
})

/** @see WaitingOpening */
export type WaitingOpening = z.infer<typeof WaitingOpening>

export const listOpeningsCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/openings',
  access: 'operator',
  encoding: 'none',
  summary: 'Programmes that wait for a review, oldest request first, and whether a review is required',
  query: z.object(pageQuery(LIST_PAGE_SIZES, 20)),
  reply: z.object({
    ...succeeded,
    data: z.object({ count: z.number(), openings: z.array(WaitingOpening), is_review_required: z.boolean() }),
  }),
})

export const setOpeningPolicyCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/opening-policy',
  access: 'operator',
  encoding: 'json',
  summary: 'Require a review before a programme opens, or not',
  body: z.strictObject({ is_required: z.boolean() }),
  reply: done,
})
