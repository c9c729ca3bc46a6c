import { getProfile } from '#domains/people/publishers/queries.ts'
import { getPublisherId } from '#kernel/actor-scope.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { toPage } from '#kernel/paging.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { approveApplication, noteApplication, rejectApplication } from '../commands/decide-application.ts'
import * as calls from '../contract/calls.ts'
import { countWaiting, getApplication, listApplications } from '../queries/applications.ts'
import { getChecklist } from '../queries/onboarding.ts'
import { listReferrals } from '../queries/referrals.ts'
import { viewApplication, viewApplicationDetail, viewReferral } from '../views.ts'

/** The routes of the operator's queue, and a publisher's checklist and referrals. */
export const reviewRoutes: Route[] = [
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
    await approveApplication(ctx, { applicationId, ...body })
    return { ...SUCCESS, message: '' }
  }),
  route(calls.rejectApplicationCall, async (ctx, { params: { application_id: applicationId }, body }) => {
    await rejectApplication(ctx, { applicationId, ...body })
    return { ...SUCCESS, message: '' }
  }),
  route(calls.noteApplicationCall, async (ctx, { params: { application_id: applicationId }, body }) => {
    await noteApplication(ctx, { applicationId, ...body })
    return { ...SUCCESS, message: '' }
  }),
  route(calls.listReferralsCall, async (ctx, { query }) => {
    const publisherId = getPublisherId(ctx.actor)
    const { referralCode } = await getProfile(ctx.db, { publisherId })
    const { count, referrals } = await listReferrals(ctx.db, { publisherId, page: toPage(query) })
    const link = `${ctx.publicUrl}/sign-up?ref=${referralCode}`
    return { ...SUCCESS, data: { link, count, referrals: referrals.map(viewReferral) } }
  }),
  route(calls.getChecklistCall, async (ctx) => {
    const done = await getChecklist(ctx.db, { publisherId: getPublisherId(ctx.actor) })
    return {
      ...SUCCESS,
      data: {
        site_count: done.siteCount,
        joined_count: done.joinedCount,
        has_script: done.hasScript,
        has_links: done.hasLinks,
        has_clicks: done.hasClicks,
        has_transactions: done.hasTransactions,
      },
    }
  }),
]
