import { toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listInactive } from '../queries/lapses.ts'
import type { InactivePublisher } from '../queries/lapses.ts'
import { planLapse } from '../rules/lapse.ts'
import { forfeitBalance } from './forfeit-balance.ts'
import { mailForfeiture } from './mail-forfeiture.ts'

const BATCH = 500

/**
 * Warns publishers whose payable balance lapses, 60 and 14 days before, and lets it lapse after three years without
 * activity. Each publisher is a transaction, so a run of the job that is cut short or repeated does nothing twice.
 */
export async function lapseBalances(ctx: Ctx): Promise<void> {
  for (let afterId = 0n; ;) {
    const inactive = await listInactive(ctx, { afterId, limit: BATCH })
    for (const publisher of inactive) await takeStep(ctx, publisher)
    const last = inactive.at(-1)
    if (!last || inactive.length < BATCH) return
    afterId = last.publisherId
  }
}

function takeStep(ctx: Ctx, publisher: InactivePublisher): Promise<void> {
  const { publisherId, lastActiveOn, warning } = publisher
  const step = planLapse(lastActiveOn, warning, toDay(ctx.now))
  if (step.act === 'wait') return Promise.resolve()
  const news = { publisherId, amount: publisher.amount, since: lastActiveOn }
  return inTransaction(ctx, async (tx) => {
    if (step.act === 'lapse') {
      const amount = await forfeitBalance(tx, { publisherId, kind: 'lapsed', isDue: (payable) => payable > 0n })
      if (amount !== undefined) await mailForfeiture(tx, { ...news, amount, change: 'lapsed' })
      return
    }
    const { act, lapsesOn } = step
    if (!(await noteWarning(tx, { publisherId, lastActiveOn, act, lapsesOn }))) return
    await mailForfeiture(tx, { ...news, lapsesOn, change: act })
    await audit(tx, { action: `balance.${act}`, target: `publisher:${publisherId}`, details: { lapsesOn } })
  })
}

interface Warning {
  publisherId: bigint
  lastActiveOn: Day
  act: 'warn' | 'warn_again'
  lapsesOn: Day
}

/** Notes a warning. Answers false when it was noted before. */
async function noteWarning({ db, now }: Ctx, { publisherId, lastActiveOn, act, lapsesOn }: Warning): Promise<boolean> {
  if (act === 'warn') {
    const noted = await db
      .insertInto('lapseWarning')
      .values({ publisherId, lastActiveOn, lapsesOn, warnedAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('publisherId')
      .executeTakeFirst()
    return noted !== undefined
  }
  const noted = await db
    .updateTable('lapseWarning')
    .set({ lapsesOn, warnedAgainAt: now })
    .where('publisherId', '=', publisherId)
    .where('lastActiveOn', '=', lastActiveOn)
    .where('warnedAgainAt', 'is', null)
    .returning('publisherId')
    .executeTakeFirst()
  return noted !== undefined
}
