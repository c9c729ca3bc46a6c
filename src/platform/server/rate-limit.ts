import { sql } from 'kysely'
import { Refusal } from '#kernel/errors.ts'
import type { Ctx } from './context.ts'

/** How often something may be done per window. */
export interface RateLimit {
  /** What is counted, with whose: `login:email:…`. Hash anything personal before it comes here. */
  key: string
  max: number
  windowSeconds: number
}

/**
 * Counts one attempt in the database, so that the limit holds across workers; refuses with 429 once the window is
 * full.
 */
export async function limitRate(ctx: Ctx, limit: RateLimit): Promise<void> {
  const windowMs = limit.windowSeconds * 1000
  const windowStart = new Date(Math.floor(ctx.now.getTime() / windowMs) * windowMs)
  const row = await ctx.db
    .insertInto('rateWindow')
    .values({ key: limit.key, windowStart, hits: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'windowStart']).doUpdateSet({ hits: sql<number>`rate_window.hits + 1` }),
    )
    .returning('hits')
    .executeTakeFirstOrThrow()
  if (row.hits <= limit.max) return
  throw new Refusal({
    code: 'too_many_attempts',
    status: 429,
    message: 'Too many attempts. Please wait a little and try again.',
    retryAfterSeconds: Math.ceil((windowStart.getTime() + windowMs - ctx.now.getTime()) / 1000),
  })
}
