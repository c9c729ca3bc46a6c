import { getAdvertiser, listDomains } from '#domains/people/advertisers/queries.ts'
import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { viewDomain } from '#domains/people/advertisers/views.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { toPage } from '#kernel/paging.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { createProgram } from '../commands/create-program.ts'
import { updateProgram } from '../commands/update-program.ts'
import { countJoinRequestsCall } from '../contract/membership.ts'
import {
  createProgramCall,
  getOwnAdvertiserCall,
  getProgramCall,
  listAdvertisersCall,
  updateProgramCall,
} from '../contract/program.ts'
import { countJoinRequests } from '../queries/join-requests.ts'
import { findProgramByAdvertiser, listAdvertisers } from '../queries/programs.ts'
import { viewProgram } from '../views/program.ts'

/** The routes of programmes and their terms. */
export const programRoutes: Route[] = [
  route(listAdvertisersCall, async (ctx, { query }) => {
    const { keyword, program_status: programStatus } = query
    const { count, advertisers } = await listAdvertisers(ctx.db, { keyword, programStatus, page: toPage(query) })
    return {
      ...SUCCESS,
      data: {
        count,
        advertisers: advertisers.map(({ id, name, website, status, hosts, ...program }) => ({
          id: Number(id),
          name,
          website,
          status,
          hostnames: hosts,
          program_status: program.programStatus,
          join_mode: program.joinMode,
          joined_count: program.joinedCount,
          pending_count: program.pendingCount,
        })),
      },
    }
  }),
  route(getProgramCall, async (ctx, { params }) => {
    await getAdvertiser(ctx.db, { advertiserId: params.advertiser_id })
    const program = await findProgramByAdvertiser(ctx.db, { advertiserId: params.advertiser_id })
    return { ...SUCCESS, data: program ? viewProgram(program, ctx) : null }
  }),
  route(createProgramCall, async (ctx, { params, body }) => {
    const { title, slug, public_id: publicId } = body
    const { programId } = await createProgram(ctx, { advertiserId: params.advertiser_id, title, slug, publicId })
    return { ...SUCCESS, program_id: Number(programId) }
  }),
  route(updateProgramCall, async (ctx, { params, body }) => {
    const { public_id: publicId, commission_text: commissionText, join_mode: joinMode, click_param, ...others } = body
    const { notice_days: noticeDays, ...rest } = others
    const change = { ...rest, publicId, commissionText, joinMode, clickParam: click_param, noticeDays }
    await updateProgram(ctx, { programId: params.program_id, ...change })
    return SUCCESS
  }),
  route(countJoinRequestsCall, async (ctx) => {
    const { count, dueAt } = await countJoinRequests(ctx.db, { advertiserId: getAdvertiserId(ctx.actor) })
    return { ...SUCCESS, data: { count, decide_by: dueAt?.toISOString() ?? null } }
  }),
  route(getOwnAdvertiserCall, async (ctx) => {
    const advertiserId = getAdvertiserId(ctx.actor)
    const { name, website, status } = await getAdvertiser(ctx.db, { advertiserId })
    const domains = await listDomains(ctx.db, { advertiserId })
    const program = await findProgramByAdvertiser(ctx.db, { advertiserId })
    return {
      ...SUCCESS,
      data: {
        id: Number(advertiserId),
        name,
        website,
        status,
        domains: domains.map((domain) => viewDomain(domain, ctx.locale)),
        program: program ? viewProgram(program, ctx) : null,
      },
    }
  }),
]
