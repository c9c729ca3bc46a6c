import type { Actor } from '#kernel/actor.ts'
import type { Ctx } from '../context.ts'

/** An action and its target, `noun:id`. The details hold ids and settings: no secret, no name, no e-mail. */
export interface AuditedAct {
  action: string
  target: string
  details?: Record<string, unknown>
}

/** Writes the audit line of a command, inside the command's transaction. Bigints in details become strings. */
export function audit(tx: Ctx, act: AuditedAct): Promise<void> {
  return auditAll(tx, [act])
}

/** Writes the audit lines of several acts of one command, as `audit` does. */
export async function auditAll(tx: Ctx, acts: readonly AuditedAct[]): Promise<void> {
  if (acts.length === 0) return
  const actor = describeActor(tx.actor)
  const toRow = ({ action, target, details = {} }: AuditedAct) => ({
    createdAt: tx.now,
    ...actor,
    action,
    target,
    details: JSON.stringify(details, (_, value) => (typeof value === 'bigint' ? value.toString() : value)),
  })
  await tx.db.insertInto('auditLine').values(acts.map(toRow)).execute()
}

/**
 * Names the actor. An API key acts for its account, and the line names both; an agency acts for several brands, and the
 * line names the one.
 */
function describeActor(actor: Actor) {
  if (actor.kind === 'account') {
    const actorName = actor.teamRole === 'agency' ? `advertiser:${actor.advertiserId}` : null
    return { actorKind: actor.kind, actorAccountId: actor.accountId, actorName }
  }
  if (actor.kind === 'key') {
    return { actorKind: 'account', actorAccountId: actor.accountId, actorName: `api-key:${actor.keyId}` } as const
  }
  return { actorKind: actor.kind, actorAccountId: null, actorName: actor.kind === 'system' ? actor.name : null }
}
