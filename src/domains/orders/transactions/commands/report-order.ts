import type { Ctx } from '#platform/server/context.ts'
import { findOwnedCode } from '../queries/coupon-owner.ts'
import type { RecordedRemark } from '../contract/vocabulary.ts'
import { readCoupons, readOrder } from '../rules/read-order.ts'
import type { PostbackParameters } from '../rules/read-order.ts'
import type { Outcome } from './find-duplicate.ts'
import { recordOrder } from './record-order.ts'
import type { OrderSource } from './record-order.ts'
import { rejectPostback } from './store-postback.ts'
import type { KnownPostback } from './store-postback.ts'

/** A postback of a known advertiser with what it sent. */
export interface SentPostback {
  known: KnownPostback
  /** All parameters, as they were sent. */
  given: PostbackParameters
}

/** Reads an order from a postback and records it, or rejects the postback. `remark` is told with a recorded order. */
export async function reportOrder(
  ctx: Ctx,
  source: OrderSource,
  { known, given, remark }: SentPostback & { remark?: RecordedRemark },
): Promise<Outcome> {
  const read = readOrder(given)
  if ('reason' in read) return rejectPostback(ctx, known, read.reason)
  const order = { ...read.order, coupon: await chooseCoupon(ctx, known, given) }
  if (!known.click && order.coupon === null) return rejectPostback(ctx, known, 'forged_click_id')
  return recordOrder(ctx, source, { ...known, order: remark === undefined ? order : { ...order, remark } })
}

/** Chooses the coupon code that counts: of several the first whose owner may earn, else the first. */
async function chooseCoupon(
  { db }: Ctx,
  { advertiserId }: KnownPostback,
  given: PostbackParameters,
): Promise<string | null> {
  const [first = null, ...others] = readCoupons(given)
  if (first === null || others.length === 0) return first
  const owned = await findOwnedCode(db, { advertiserId, codes: [first, ...others] })
  return owned?.code ?? first
}
