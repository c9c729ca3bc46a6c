import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { MembershipActor, MembershipEventKind, MembershipKey } from '../rules.ts'

/** Something that happens to a membership. */
export interface MembershipEvent {
  kind: MembershipEventKind
  /** The message, the question, the answer or the reason. */
  text?: string
  methods?: readonly string[]
  /** Whether it happened by itself. */
  isAutomatic?: boolean
}

/** Writes what happens to a membership of a locked programme, with the actor of the transaction. */
export async function recordEvent(tx: Ctx, { programId, publisherId }: MembershipKey, event: MembershipEvent) {
  const { kind, text = '', methods = [], isAutomatic = false } = event
  const actor = isAutomatic ? undefined : tx.actor
  const actedAs: MembershipActor = actor?.kind === 'account' ? actor.role : 'system'
  const actedBy = actor?.kind === 'account' ? actor.accountId : null
  await sql`
    INSERT INTO membership_event (program_id, publisher_id, sequence, kind, acted_as, acted_by, happened_at, text,
      methods)
    SELECT ${programId}::bigint, ${publisherId}::bigint, coalesce(max(sequence), 0) + 1, ${kind}::text,
      ${actedAs}::text, ${actedBy}::bigint, ${tx.now}::timestamptz, ${text}::text, ${[...methods]}::text[]
    FROM membership_event WHERE publisher_id = ${publisherId} AND program_id = ${programId}`.execute(tx.db)
}
