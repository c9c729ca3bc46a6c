import { sql } from 'kysely'
import { Refusal, notFound } from '#kernel/errors.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findTeam } from './rules.ts'
import type { NoteObject } from './rules.ts'

/** The most notes of all teams about an object. */
const MAX_NOTES = 500

/** Writes a note of the actor's team about an object that the caller has found for the actor. */
export function writeNote(ctx: Ctx, { object, text }: { object: NoteObject; text: string }): Promise<void> {
  const team = findTeam(ctx.actor)
  if (!team || ctx.actor.kind !== 'account') throw notFound()
  const { accountId: writtenBy } = ctx.actor
  return inTransaction(ctx, async (tx) => {
    const of = { objectKind: object.kind, objectId: object.id }
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`notes ${object.kind} ${object.id}`}, 0))`.execute(tx.db)
    const { count } = await tx.db
      .selectFrom('note')
      .select((row) => row.fn.countAll<bigint>().as('count'))
      .where('objectKind', '=', object.kind)
      .where('objectId', '=', object.id)
      .executeTakeFirstOrThrow()
    if (count >= MAX_NOTES) throw new Refusal({ code: 'note.too_many', params: { max: MAX_NOTES }, status: 409 })
    const id = uuid7(tx.now.getTime())
    await tx.db
      .insertInto('note')
      .values({ id, ...team, ...of, text, writtenBy, writtenAt: tx.now })
      .execute()
    await audit(tx, { action: 'note.write', target: `${object.kind}:${object.id}`, details: { note: id } })
  })
}
