import type { Db } from '#database'
import type { Actor } from '#kernel/actor.ts'

/** What a query or command may use: the database, who acts, and the time. */
export interface Ctx {
  db: Db
  actor: Actor
  now: Date
}

/**
 * Runs `work` in one database transaction; `tx.db` is that transaction. An outer transaction is joined, so that
 * commands compose. Anything thrown rolls back everything.
 */
export function inTransaction<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  return ctx.db.transaction().execute((db) => work({ ...ctx, db }))
}

/** The context of one of the system's own jobs or commands. */
export function systemContext(db: Db, name: string, now = new Date()): Ctx {
  return { db, actor: { kind: 'system', name }, now }
}
