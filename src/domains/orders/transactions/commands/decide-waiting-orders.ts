import type { Selectable } from 'kysely'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { loadCatalog, lookUpTerms } from '#domains/tracking/tracking/queries/catalog.ts'
import { listDueOrders } from '../queries/waiting-orders.ts'
import type { WaitingOrderKey } from '../queries/waiting-orders.ts'
import { fromItemRows } from '../rules/order-items.ts'
import { readParameter } from '../rules/read-order.ts'
import type { WaitingOrderTable } from '../tables.ts'
import type { ClickPostback } from './find-duplicate.ts'
import { makeKept } from './make-kept.ts'
import { recordOrder } from './record-order.ts'
import type { TermsSource } from './record-order.ts'
import { lockWaitingOrders } from './wait-for-clock.ts'

/** The most orders that one run decides; the next run decides the rest. */
const MAX_DECISIONS = 5000

/**
 * Decides the waiting orders that are due, as a postback is decided, each in a database transaction of its own. After a
 * failure it goes on with the others and throws at the end.
 */
export async function decideWaitingOrders(ctx: Ctx): Promise<void> {
  const due = await listDueOrders(ctx.db, { now: ctx.now, limit: MAX_DECISIONS })
  if (due.length === 0) return
  // Without sites and members: whether a click counts is stored with the click.
  const catalog = await loadCatalog(ctx.db)
  const terms = lookUpTerms(() => catalog, ctx.db)
  const startedAt = performance.now()
  const failures: unknown[] = []
  for (const key of due) {
    // The decisions of a long run need their own times, because readers of changes follow these.
    const now = new Date(ctx.now.getTime() + (performance.now() - startedAt))
    await decideWaitingOrder({ ...ctx, now }, terms, key).catch((error: unknown) => failures.push(error))
  }
  if (failures.length === 0) return
  throw new Error(`${failures.length} waiting orders could not be decided`, { cause: failures[0] })
}

/** Decides one order and deletes it from the waiting ones. Does nothing if it does not wait any more. */
function decideWaitingOrder(ctx: Ctx, terms: TermsSource, key: WaitingOrderKey): Promise<void> {
  const { advertiserId, orderRef, event } = key
  return inTransaction(ctx, async (tx) => {
    await lockWaitingOrders(tx, advertiserId)
    const removed = await tx.db
      .deleteFrom('waitingOrder')
      .where('advertiserId', '=', advertiserId)
      .where('orderRef', '=', orderRef)
      .where('event', '=', event)
      .returningAll()
      .executeTakeFirst()
    if (!removed) return
    const outcome = await recordOrder(tx, { terms }, toPostback(removed))
    if (outcome.result === 'retry') throw new Error(`A waiting order cannot be decided: ${outcome.reason}`)
    await audit(tx, {
      action: 'waiting_order.decide',
      target: `advertiser:${advertiserId}`,
      details: { orderRef, event, ...outcome, waitedSince: removed.receivedAt },
    })
    for (const kept of removed.decisions) await makeKept(tx, removed, kept)
  })
}

function toPostback(row: Selectable<WaitingOrderTable>): ClickPostback {
  const { advertiserId, channel, parameters, publisherId, clickId, orderRef, event, coupon, customerStatus } = row
  return {
    advertiserId,
    channel,
    parameters,
    click: { publisherId, clickId },
    acceptedAt: row.receivedAt,
    order: {
      clickToken: readParameter(parameters, 'clickId'),
      orderRef,
      event,
      amount: row.amount ?? undefined,
      currency: row.currency ?? undefined,
      coupon,
      customerStatus,
      items: fromItemRows(row.items),
      remark: row.remark,
      isTest: false,
    },
  }
}
