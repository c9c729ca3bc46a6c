import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { MembershipActor, MembershipEventKind, MembershipKey } from '../rules.ts'

/** Names a rule about join requests of a programme. */
export interface RuleName {
  version: number
  number: number
}

/** Something that happens to a membership. */
export interface MembershipEvent {
  kind: MembershipEventKind
  /** The message, the question, the answer or the reason. */
  text?: string
  methods?: readonly string[]
  /** Whether it happened by itself, and by which rule of the programme. */
  isAutomatic?: boolean
  rule?: RuleName | undefined
}

/** Writes what happens to a membership of a locked programme, with the actor of the transaction. */
export async function recordEvent(tx: Ctx, { programId, publisherId }: MembershipKey, event: MembershipEvent) {
  const { kind, text = '', methods = [], rule, isAutomatic = rule !== undefined } = event
  const { actedAs, actedBy } = isAutomatic ? BY_ITSELF : getActor(tx)
  const { version: ruleVersion = null, number: ruleNo = null } = rule ?? {}
  await sql`
    INSERT INTO membership_event (program_id, publisher_id, sequence, kind, acted_as, acted_by, happened_at, text,
      methods, rule_version, rule_no)
    SELECT ${programId}::bigint, ${publisherId}::bigint, coalesce(max(sequence), 0) + 1, ${kind}::text,
      ${actedAs}::text, ${actedBy}::bigint, ${tx.now}::timestamptz, ${text}::text, ${[...methods]}::text[],
      ${ruleVersion}::int, ${ruleNo}::smallint
    FROM membership_event WHERE publisher_id = ${publisherId} AND program_id = ${programId}`.execute(tx.db)
}

interface EventActor {
  actedAs: MembershipActor
  actedBy: bigint | null
}

const BY_ITSELF: EventActor = { actedAs: 'system', actedBy: null }

function getActor({ actor }: Ctx): EventActor {
  return actor.kind === 'account' ? { actedAs: actor.role, actedBy: actor.accountId } : BY_ITSELF
}
