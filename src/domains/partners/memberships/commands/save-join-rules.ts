import { lockProgram } from '#domains/programmes/programs/commands/lock-program.ts'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readJoinRules } from '../queries/join-rules.ts'
import type { JoinRule } from '../rules/join-rules.ts'

/** The next rules of a programme, by a brand that saw this version of them; 0 while there were none. */
export interface RulesChange {
  programId: bigint
  version: number
  rules: readonly JoinRule[]
}

/** Saves the next version of the rules about join requests. Refuses a version that is not the newest. */
export function saveJoinRules(ctx: Ctx, { programId, version: seen, rules }: RulesChange) {
  return inTransaction(ctx, async (tx) => {
    await lockProgram(tx, programId)
    const present = await readJoinRules(tx.db, { programId })
    if (present.version !== seen) throw new Refusal({ code: 'membership.rules_changed', status: 409 })
    const version = seen + 1
    const createdBy = tx.actor.kind === 'account' ? tx.actor.accountId : null
    await tx.db.insertInto('joinRuleVersion').values({ programId, version, createdAt: tx.now, createdBy }).execute()
    if (rules.length > 0) {
      const rows = rules.map(({ methods, countries, ...rule }) => ({
        ...rule,
        programId,
        version,
        methods: [...methods],
        countries: [...countries],
      }))
      await tx.db.insertInto('joinRule').values(rows).execute()
    }
    const details = { version, rules: rules.map(({ ruleNo, action }) => ({ ruleNo, action })) }
    await audit(tx, { action: 'join_rules.save', target: `program:${programId}`, details })
    return { version }
  })
}
