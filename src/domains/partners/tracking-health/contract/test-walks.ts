import { z } from 'zod'
import { TestOrderView } from '#domains/orders/transactions/contract/test-order.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { WALK_FAULTS } from '#domains/tracking/tracking/rules/link-walk.ts'

const succeeded = { success: z.literal(true) }
const walksPath = '/api/v1/brand/test-walks'
const walkParams = z.object({ walk_id: z.uuid() })

/** A walk of a test click through the redirects of a shop, and the order that came of it. */
export const TestWalkView = z.object({
  id: z.uuid(),
  started_at: z.iso.datetime(),
  token: z.string(),
  click_param: z.string(),
  landing_url: z.string().nullable(),
  hops: z.array(z.object({ url: z.string(), status: z.number(), ms: z.number(), has_click: z.boolean() })),
  /** Whether a further address is to be visited. */
  is_walking: z.boolean(),
  fault: z.enum(WALK_FAULTS).nullable(),
  /** Which hop is the first without the click; null while all have it. */
  lost_at: z.number().nullable(),
  /** The test order that the shop reported with the click. */
  order: TestOrderView.nullable(),
  /** Rejected postbacks since the walk began: the order may be among them, without its click. */
  rejected_since: z.number(),
})

/** @see TestWalkView */
export type TestWalkView = z.infer<typeof TestWalkView>

/** Begins a walk with a new test click. */
export const startTestWalkCall = endpoint({
  method: 'POST',
  path: walksPath,
  access: 'advertiser:integrate',
  encoding: 'json',
  summary: 'Begin a test order: a test click is walked through the redirects of my shop; it counts nowhere',
  body: z.strictObject({}),
  refusals: [409, 429],
  reply: z.object({ ...succeeded, walk_id: z.uuid() }),
})

/** Reads a walk of the signed-in advertiser. */
export const getTestWalkCall = endpoint({
  method: 'GET',
  path: `${walksPath}/:walk_id`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'One of my test orders, hop by hop, with the postback that came of it',
  params: walkParams,
  reply: z.object({ ...succeeded, data: TestWalkView }),
})

/** Takes a walk one address further. */
export const stepTestWalkCall = endpoint({
  method: 'POST',
  path: `${walksPath}/:walk_id/step`,
  access: 'advertiser:integrate',
  encoding: 'json',
  summary: 'Visit the next address of one of my test orders',
  params: walkParams,
  body: z.strictObject({}),
  reply: z.object({ ...succeeded, data: TestWalkView }),
})
