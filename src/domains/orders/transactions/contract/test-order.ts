import { z } from 'zod'
import { POSTBACK_REASONS } from './vocabulary.ts'

/** What a test order would earn: fields of the answer `test`. */
export const PricedOrderFields = z.object({
  order_id: z.string(),
  event: z.string(),
  order_value: z.string(),
  commission: z.string(),
  currency: z.string(),
  commission_currency: z.string(),
  terms_version: z.number(),
})

/** A test order: what the shop sent, and what it would earn. Without `reason` it passed. */
export const TestOrderView = z.object({
  id: z.uuid(),
  received_at: z.iso.datetime(),
  channel: z.enum(['query', 'form', 'json', 'pixel']),
  order_id: z.string().nullable(),
  reason: z.enum(POSTBACK_REASONS).nullable(),
  order_value: z.string().nullable(),
  commission: z.string().nullable(),
  currency: z.string().nullable(),
  commission_currency: z.string().nullable(),
  terms_version: z.number().nullable(),
})

/** @see TestOrderView */
export type TestOrderView = z.infer<typeof TestOrderView>
