import { sql } from 'kysely'
import { Refusal } from '#kernel/errors.ts'
import { inTransaction } from '../context.ts'
import type { Ctx } from '../context.ts'

/** A wait that grows with the failed attempts of one key. */
export interface FailureWait {
  /** What is counted and for whom: `login-pair:…`. Personal data must be hashed, see `rateKey`. */
  key: string
  /** After so many failures the wait begins with a second; every further failure doubles it. */
  freeFailures: number
  maxSeconds: number
}

/** Failures count until there is none for this long. */
const FORGOTTEN_AFTER_MS = 3_600_000

/**
 * Counts an attempt as failed for every key, before its outcome is known, so that attempts at the same time count too.
 * Refuses with 429 while one of the keys has to wait; such an attempt counts for none and does not prolong a wait. Give
 * the keys always in the same order.
 */
export async function countFailure(ctx: Ctx, waits: readonly FailureWait[]): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    for (const wait of waits) await countOne(tx, wait)
  })
}

async function countOne(tx: Ctx, { key, freeFailures, maxSeconds }: FailureWait): Promise<void> {
  const { now } = tx
  const forgottenBefore = new Date(now.getTime() - FORGOTTEN_AFTER_MS)
  const failures = sql<number>`CASE WHEN failure_wait.last_at < ${forgottenBefore} THEN 1
    ELSE least(failure_wait.failures + 1, 1000000) END`
  const seconds = sql<number>`CASE WHEN ${failures} < ${freeFailures} THEN 0
    ELSE least(${maxSeconds}::float8, power(2, least(${failures} - ${freeFailures}, 30))) END`
  const nextAt = sql<Date>`${now}::timestamptz + make_interval(secs => ${seconds})`
  const counted = await tx.db
    .insertInto('failureWait')
    .values({ key, failures: 1, lastAt: now, nextAt: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ failures, lastAt: now, nextAt })
        .where((where) =>
          where.or([where('failureWait.failures', '<', freeFailures), where('failureWait.nextAt', '<=', now)]),
        ),
    )
    .returning('failures')
    .executeTakeFirst()
  if (counted) return
  const { nextAt: until } = await tx.db
    .selectFrom('failureWait')
    .select('nextAt')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  const waitSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  throw new Refusal({
    code: 'too_many_failures',
    params: { seconds: waitSeconds },
    status: 429,
    retryAfterSeconds: waitSeconds,
  })
}

/** Takes one counted attempt of every key back, because it succeeded. The next attempt need not wait. */
export async function forgiveFailure(ctx: Ctx, waits: readonly FailureWait[]): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    for (const { key } of waits) {
      await tx.db
        .updateTable('failureWait')
        .set({ failures: sql<number>`greatest(failures - 1, 0)`, nextAt: new Date(0) })
        .where('key', '=', key)
        .execute()
    }
  })
}

/** Deletes the rows whose failures no longer count. */
export async function removeOldFailures(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - FORGOTTEN_AFTER_MS)
  await ctx.db.deleteFrom('failureWait').where('lastAt', '<', before).where('nextAt', '<', ctx.now).execute()
}
