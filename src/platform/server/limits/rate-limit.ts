import { sql } from 'kysely'
import type { CodedError } from '#kernel/error-codes.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Ctx } from '../context.ts'

/** A limit on the attempts per time window. */
export interface RateLimit {
  /** What is counted and for whom: `login:email:…`. Personal data must be hashed, see `rateKey`. */
  key: string
  max: number
  windowSeconds: number
  /** The sentence of the refusal; by default it asks to wait. */
  refusal?: CodedError
}

/** Counts one attempt in the database, which all workers share. Refuses with 429 when the window is full. */
export async function limitRate(ctx: Ctx, limit: RateLimit): Promise<void> {
  if (await isWithinLimit(ctx, limit)) return
  throw new Refusal({
    ...(limit.refusal ?? { code: 'too_many_attempts' }),
    status: 429,
    retryAfterSeconds: limit.windowSeconds - Math.floor((ctx.now.getTime() - getWindow(ctx, limit).getTime()) / 1000),
  })
}

/** Counts one attempt like `limitRate`. Returns false when the window is full, for an answer that must not say so. */
export async function isWithinLimit(ctx: Ctx, limit: RateLimit): Promise<boolean> {
  const row = await ctx.db
    .insertInto('rateWindow')
    .values({ key: limit.key, windowStart: getWindow(ctx, limit), attempts: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'windowStart']).doUpdateSet({ attempts: sql<number>`rate_window.attempts + 1` }),
    )
    .returning('attempts')
    .executeTakeFirstOrThrow()
  return row.attempts <= limit.max
}

/** Gives one attempt back, for limits that count failures only. `ctx.now` must be that of the counted attempt. */
export async function refundAttempt(ctx: Ctx, limit: RateLimit): Promise<void> {
  await ctx.db
    .updateTable('rateWindow')
    .set({ attempts: sql<number>`greatest(attempts - 1, 0)` })
    .where('key', '=', limit.key)
    .where('windowStart', '=', getWindow(ctx, limit))
    .execute()
}

function getWindow(ctx: Ctx, limit: RateLimit): Date {
  const windowMs = limit.windowSeconds * 1000
  return new Date(Math.floor(ctx.now.getTime() / windowMs) * windowMs)
}

const LONGEST_WINDOW_MS = 86_400_000

/** Deletes windows that began more than a day ago. No limit may have a longer window. */
export async function removeOldWindows(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - LONGEST_WINDOW_MS)
  await ctx.db.deleteFrom('rateWindow').where('windowStart', '<', before).execute()
}
