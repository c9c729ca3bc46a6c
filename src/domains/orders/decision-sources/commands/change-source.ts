import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { notify } from '#platform/server/database/notify.ts'
import { limitRate } from '#platform/server/limits/rate-limit.ts'
import { getNextHour } from '../rules.ts'
import type { DecisionSourceTable } from '../tables.ts'

/** The notification channel for files that are to be fetched at once. */
export const DECISION_SOURCES_CHANNEL = 'decision_sources'

const HOURLY_FETCHES = 10

/**
 * Sets the address from which the decisions of an advertiser are fetched, in place of an earlier one. It decides for
 * the member who calls.
 */
export function setDecisionSource(
  ctx: Ctx,
  { advertiserId, ...given }: Pick<DecisionSourceTable, 'advertiserId' | 'url' | 'mode' | 'hour'>,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = {
      ...given,
      ...beginFor(tx, given),
      fault: null,
      failures: 0,
    }
    await tx.db
      .insertInto('decisionSource')
      .values({ advertiserId, ...row })
      .onConflict((conflict) => conflict.column('advertiserId').doUpdateSet(row))
      .execute()
    // The address may contain a secret of the shop.
    const details = { host: new URL(given.url).host, mode: given.mode, hour: given.hour }
    await audit(tx, { action: 'decision-source.set', target: `advertiser:${advertiserId}`, details })
  })
}

/** For whom and from when a scheduled file decides. */
function beginFor({ actor, now }: Ctx, { hour }: { hour: number }) {
  const setBy = actor.kind === 'account' ? actor.accountId : null
  return { setAt: now, setBy, dueAt: getNextHour(now, hour), stoppedAt: null, stopReason: null }
}

/** Has the scheduled file decide for the member who calls, and go on if it had stopped. Refuses without an address. */
export function takeOverDecisionSource(ctx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const source = await tx.db
      .selectFrom('decisionSource')
      .select(['hour', 'setBy'])
      .where('advertiserId', '=', advertiserId)
      .forUpdate()
      .executeTakeFirst()
    if (!source) throw new Refusal({ code: 'transaction.no_source', status: 409 })
    await tx.db
      .updateTable('decisionSource')
      .set(beginFor(tx, source))
      .where('advertiserId', '=', advertiserId)
      .execute()
    const details = { from: source.setBy }
    await audit(tx, { action: 'decision-source.take_over', target: `advertiser:${advertiserId}`, details })
  })
}

/** Has the file fetched now, by the job. Refuses without an address, one that has stopped, and too often in an hour. */
export async function askFetch(ctx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<void> {
  await limitRate(ctx, { key: `decision-source:${advertiserId}`, max: HOURLY_FETCHES, windowSeconds: 3600 })
  await inTransaction(ctx, async (tx) => {
    const source = await tx.db
      .updateTable('decisionSource')
      .set({ dueAt: tx.now })
      .where('advertiserId', '=', advertiserId)
      .returning('stoppedAt')
      .executeTakeFirst()
    if (!source) throw new Refusal({ code: 'transaction.no_source', status: 409 })
    if (source.stoppedAt !== null) throw new Refusal({ code: 'transaction.source_stopped', status: 409 })
    await audit(tx, { action: 'decision-source.fetch_now', target: `advertiser:${advertiserId}` })
    await notify(tx, DECISION_SOURCES_CHANNEL)
  })
}

/** Ends the fetches. Files that were fetched stay. */
export function removeDecisionSource(ctx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.deleteFrom('decisionSource').where('advertiserId', '=', advertiserId).execute()
    await audit(tx, { action: 'decision-source.remove', target: `advertiser:${advertiserId}` })
  })
}
