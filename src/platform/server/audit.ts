import type { Ctx } from './context.ts'

/** An action and its target, `noun:id`. The details must hold no secret and no e-mail. */
export interface AuditedAct {
  action: string
  target: string
  details?: Record<string, unknown>
}

/** Writes the audit line of a command, inside the command's transaction. Bigints in details become strings. */
export async function audit(tx: Ctx, act: AuditedAct): Promise<void> {
  const { actor } = tx
  await tx.db
    .insertInto('auditLine')
    .values({
      createdAt: tx.now,
      actorKind: actor.kind,
      actorAccountId: actor.kind === 'account' ? actor.accountId : null,
      actorName: actor.kind === 'system' ? actor.name : null,
      action: act.action,
      target: act.target,
      details: JSON.stringify(act.details ?? {}, (_, value) => (typeof value === 'bigint' ? value.toString() : value)),
    })
    .execute()
}
