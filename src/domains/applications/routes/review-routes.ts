import { getPublisherId } from '#domains/publishers/rules.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { toPage } from '#kernel/paging.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { approveApplication, noteApplication, rejectApplication } from '../commands/decide-application.ts'
import * as calls from '../contract/calls.ts'
import { countWaiting, getApplication, listApplications } from '../queries/applications.ts'
import { getFirstSteps } from '../queries/onboarding.ts'
import { viewApplication, viewApplicationDetail } from '../views.ts'

/** The routes of the operator's queue, and a publisher's first steps. */
export function reviewRoutes(branding: EmailBranding): Route[] {
  return [
    route(calls.listApplicationsCall, async (ctx, { query }) => {
      const { count, applications } = await listApplications(ctx.db, { ...query, page: toPage(query) })
      const { page_number, page_size } = query
      const waiting = await countWaiting(ctx.db)
      return {
        ...SUCCESS,
        data: { count, waiting, page_number, page_size, applications: applications.map(viewApplication) },
      }
    }),
    route(calls.getApplicationCall, async (ctx, { params: { application_id: applicationId } }) => {
      const application = await getApplication(ctx.db, { applicationId })
      return { ...SUCCESS, data: viewApplicationDetail(application) }
    }),
    route(calls.approveApplicationCall, async (ctx, { params: { application_id: applicationId }, body }) => {
      await approveApplication(ctx, { applicationId, ...body, branding })
      return { ...SUCCESS, message: '' }
    }),
    route(calls.rejectApplicationCall, async (ctx, { params: { application_id: applicationId }, body }) => {
      await rejectApplication(ctx, { applicationId, ...body, branding })
      return { ...SUCCESS, message: '' }
    }),
    route(calls.noteApplicationCall, async (ctx, { params: { application_id: applicationId }, body }) => {
      await noteApplication(ctx, { applicationId, ...body })
      return { ...SUCCESS, message: '' }
    }),
    route(calls.getFirstStepsCall, async (ctx) => {
      const steps = await getFirstSteps(ctx.db, { publisherId: getPublisherId(ctx.actor) })
      const { siteCount, joinedCount, hasHits } = steps
      return { ...SUCCESS, data: { site_count: siteCount, joined_count: joinedCount, has_hits: hasHits } }
    }),
  ]
}
