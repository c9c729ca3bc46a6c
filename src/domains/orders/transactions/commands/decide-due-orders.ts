import type { Place } from '#kernel/cursor.ts'
import { DAY_MS } from '#kernel/days.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listDueAdvertisers, lockUndecidedOrders } from '../queries/due-orders.ts'
import type { DueAdvertiser, UndecidedOrder } from '../queries/due-orders.ts'
import { getDueAt } from '../rules/decide.ts'
import { applyDecisions } from './apply-decisions.ts'
import type { TransactionDecision } from './apply-decisions.ts'

/** The orders that one database transaction reads. */
const BATCH_SIZE = 1000

/** After this many decisions a run ends; the next run makes the others. */
const MAX_DECISIONS = 250_000

/**
 * Decides the undecided orders whose validation period is over, as the terms in force at their clicks say: confirms
 * them, or holds them until a person decides. Leaves held orders as they are. Each batch is a database transaction with
 * an audit line, so a run that is killed loses at most a batch, which the next run decides. After a failure it goes on
 * with the other advertisers and throws at the end.
 */
export async function decideDueOrders(ctx: Ctx): Promise<void> {
  const startedAt = performance.now()
  // The decisions of a long run need their own times, because readers of changes follow these.
  const atPresent = () => ({ ...ctx, now: new Date(ctx.now.getTime() + (performance.now() - startedAt)) })
  const failures: unknown[] = []
  let left = MAX_DECISIONS
  for (const advertiser of await listDueAdvertisers(ctx.db, ctx)) {
    let after: Place | undefined
    do {
      const batch = await decideBatch(atPresent(), advertiser, after).catch((error: unknown) => {
        failures.push(error)
      })
      after = batch?.next
      left -= batch?.decided ?? 0
    } while (after && left > 0)
    if (left <= 0) break
  }
  if (failures.length === 0) return
  throw new Error(`${failures.length} batches of due orders could not be decided`, { cause: failures[0] })
}

/** Decides the due ones of the next orders of an advertiser. `next` is where the following batch begins, if any. */
function decideBatch(ctx: Ctx, { advertiserId, shortestDays }: DueAdvertiser, after: Place | undefined) {
  const until = new Date(ctx.now.getTime() - shortestDays * DAY_MS)
  return inTransaction(ctx, async (tx) => {
    const orders = await lockUndecidedOrders(tx.db, { advertiserId, after, until, limit: BATCH_SIZE })
    const last = orders.length < BATCH_SIZE ? undefined : orders.at(-1)
    const next = last && { at: last.transactionAt, id: last.transactionId }
    const decisions = orders.filter((order) => getDueAt(order, order) <= tx.now).map(decideByTerms)
    if (decisions.length === 0) return { decided: 0, next }
    const outcomes = await applyDecisions(tx, decisions, { decidedAs: 'rule' })
    const refused = outcomes.find((outcome) => 'refusal' in outcome)
    if (refused) throw new Error(`A due order of advertiser ${advertiserId} was refused`, { cause: refused })
    const confirmed = decisions.filter(({ action }) => action === 'confirm').length
    await audit(tx, {
      action: 'transaction.decide_due',
      target: `advertiser:${advertiserId}`,
      details: {
        confirmed,
        held: decisions.length - confirmed,
        first: decisions.at(0)?.transactionId,
        last: decisions.at(-1)?.transactionId,
      },
    })
    return { decided: decisions.length, next }
  })
}

function decideByTerms({ publisherId, transactionId, validationEnd, holdNote }: UndecidedOrder): TransactionDecision {
  const order = { publisherId, transactionId }
  if (validationEnd === 'confirm') return { ...order, action: 'confirm' }
  return { ...order, action: 'hold', holdReason: 'END_OF_VALIDATION', note: holdNote }
}
