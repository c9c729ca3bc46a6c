import { askApplicant } from '#domains/programmes/programs/commands/ask-applicant.ts'
import { lockProgram } from '#domains/programmes/programs/commands/lock-program.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import type { JoinRequest } from '#domains/programmes/programs/commands/request-join.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { limitRate } from '#platform/server/limits/rate-limit.ts'
import { readJoinRules, readRequestFacts } from '../queries/join-rules.ts'
import { findRule } from '../rules/join-rules.ts'

/** Requests of one publisher to one programme, because each can lead to a question whose answer is mailed. */
const REQUEST_LIMIT = { max: 10, windowSeconds: 86_400 }

/**
 * Requests to join a programme. Of its rules the first that matches accepts the request, refuses it, or asks the
 * publisher; without one the programme decides as it does for all requests. The history names the rule. Refuses with
 * 429 more than ten requests of a publisher in a day.
 */
export async function joinByRules(ctx: Ctx, request: JoinRequest) {
  const { programId, publisherId, methods = [] } = request
  await limitRate(ctx, { key: `join:${programId}:${publisherId}`, ...REQUEST_LIMIT })
  return inTransaction(ctx, async (tx) => {
    await lockProgram(tx, programId)
    const { version, rules } = await readJoinRules(tx.db, { programId })
    const facts = await readRequestFacts(tx.db, { publisherId, methods, now: tx.now })
    const found = findRule(rules, facts)
    if (!found) return requestJoin(tx, request)
    const { action, text, ruleNo } = found
    const rule = { version, number: ruleNo }
    const { status } = await requestJoin(tx, { ...request, ruling: { action, text, rule } })
    if (action === 'ask') await askApplicant(tx, { programId, publisherId, text, rule })
    return { status }
  })
}
