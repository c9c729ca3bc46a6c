import type { Db } from '#database'
import type { Actor } from '#kernel/actor.ts'
import type { EmailBranding } from './mail/email-layout.ts'

/** The network, the actor and the time that a query or command works with. */
export interface Ctx {
  db: Db
  /** The network as its mails name it. */
  branding: EmailBranding
  actor: Actor
  now: Date
}

/** What the contexts of a process have in common. */
export type ContextSource = Pick<Ctx, 'db' | 'branding'>

/**
 * Runs `work` in one database transaction; `tx.db` is that transaction. Joins an outer transaction if there is one, so
 * that commands compose. An error rolls everything back.
 */
export function inTransaction<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  return ctx.db.transaction().execute((db) => work({ ...ctx, db }))
}

/** Builds the context of a job or of a command-line command. */
export function systemContext({ db, branding }: ContextSource, name: string, now = new Date()): Ctx {
  return { db, branding, actor: { kind: 'system', name }, now }
}
