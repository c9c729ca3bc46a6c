import type { z } from 'zod'
import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { findProgramByAdvertiser } from '#domains/programmes/programs/queries/programs.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { notFound } from '#kernel/errors.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { saveJoinRules } from '../commands/save-join-rules.ts'
import * as calls from '../contract/join-rules.ts'
import { listPastRequests, readJoinRules } from '../queries/join-rules.ts'
import { tryRules } from '../rules/join-rules.ts'
import type { JoinRule } from '../rules/join-rules.ts'

/** The routes of advertisers about the rules for join requests. */
export const joinRuleRoutes: Route[] = [
  route(calls.getJoinRulesCall, async (ctx) => {
    const { id, joinMode } = await getOwnProgram(ctx)
    const { version, createdAt, rules } = await readJoinRules(ctx.db, { programId: id })
    return {
      ...SUCCESS,
      data: {
        version,
        saved_at: createdAt?.toISOString() ?? null,
        join_mode: joinMode,
        rules: rules.map(({ ruleNo, minSiteDays, maxSiteDays, isVerified, methods, countries, ...rule }) => ({
          ...rule,
          rule_no: ruleNo,
          methods: [...methods],
          countries: [...countries],
          min_site_days: minSiteDays,
          max_site_days: maxSiteDays,
          is_verified: isVerified,
        })),
      },
    }
  }),
  route(calls.saveJoinRulesCall, async (ctx, { body }) => {
    const { id: programId } = await getOwnProgram(ctx)
    const { version } = await saveJoinRules(ctx, { programId, version: body.version, rules: readRules(body.rules) })
    return { ...SUCCESS, version }
  }),
  route(calls.tryJoinRulesCall, async (ctx, { body }) => {
    const { id: programId } = await getOwnProgram(ctx)
    const run = tryRules(readRules(body.rules), await listPastRequests(ctx.db, { programId, now: ctx.now }))
    return {
      ...SUCCESS,
      data: {
        requests: run.requests,
        unmatched: run.unmatched,
        compared: run.compared,
        agreed: run.agreed,
        by_rule: run.byRule.map(({ ruleNo, ...rule }) => ({ ...rule, rule_no: ruleNo })),
        differences: run.differences.map(({ request, ruleNo, action }) => ({
          publisher_id: Number(request.publisherId),
          publisher_name: request.name,
          requested_at: request.requestedAt.toISOString(),
          rule_no: ruleNo,
          action,
        })),
      },
    }
  }),
]

async function getOwnProgram({ db, actor }: RequestCtx) {
  const program = await findProgramByAdvertiser(db, { advertiserId: getAdvertiserId(actor) })
  if (!program) throw notFound()
  return program
}

type RuleBody = z.output<(typeof calls.tryJoinRulesCall)['body']>['rules'][number]

/** Numbers the rules by their place. A rule that accepts has no text. */
function readRules(rules: readonly RuleBody[]): JoinRule[] {
  return rules.map(
    ({ min_site_days: minSiteDays, max_site_days: maxSiteDays, is_verified: isVerified, ...rule }, index) => ({
      ...rule,
      text: rule.action === 'accept' ? '' : rule.text,
      ruleNo: index + 1,
      minSiteDays,
      maxSiteDays,
      isVerified,
    }),
  )
}
