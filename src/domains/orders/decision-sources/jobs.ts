import type { Ctx } from '#platform/server/context.ts'
import type { Job } from '#platform/server/jobs/job.ts'
import { DECISION_SOURCES_CHANNEL } from './commands/change-source.ts'
import { fetchDecisions } from './commands/fetch-decisions.ts'
import type { FetchServices } from './commands/fetch-decisions.ts'

/** The scheduled job that fetches files of decisions. */
export function decisionSourceJobs(services: FetchServices): Job[] {
  const run = (ctx: Ctx) => fetchDecisions(ctx, services)
  return [{ name: 'decision-sources', cron: '*/5 * * * *', channel: DECISION_SOURCES_CHANNEL, run }]
}
