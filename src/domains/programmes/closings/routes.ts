import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { announceClosing, withdrawClosing } from './commands/close-program.ts'
import { announcePause, resumeProgram } from './commands/pause-program.ts'
import {
  closeProgramCall,
  getClosingCall,
  getPauseCall,
  keepProgramCall,
  pauseProgramCall,
  resumeProgramCall,
} from './contract.ts'
import { findClosingProgram, findPausingProgram } from './queries.ts'
import { viewClosingPage, viewPausePage } from './views.ts'

/** The routes of the end and of pauses of a programme. */
export const closingRoutes: Route[] = [
  route(getClosingCall, async (ctx) => {
    const program = await findClosingProgram(ctx.db, { advertiserId: getAdvertiserId(ctx.actor) })
    return { ...SUCCESS, data: program ? viewClosingPage(program, ctx.now) : null }
  }),
  route(closeProgramCall, async (ctx, { body: { day } }) => {
    await announceClosing(ctx, { advertiserId: getAdvertiserId(ctx.actor), day })
    return SUCCESS
  }),
  route(keepProgramCall, async (ctx) => {
    await withdrawClosing(ctx, { advertiserId: getAdvertiserId(ctx.actor) })
    return SUCCESS
  }),
  route(getPauseCall, async (ctx) => {
    const program = await findPausingProgram(ctx.db, { advertiserId: getAdvertiserId(ctx.actor) })
    return { ...SUCCESS, data: program ? viewPausePage(program, ctx.now) : null }
  }),
  route(pauseProgramCall, async (ctx, { body: { day } }) => {
    await announcePause(ctx, { advertiserId: getAdvertiserId(ctx.actor), day })
    return SUCCESS
  }),
  route(resumeProgramCall, async (ctx) => {
    await resumeProgram(ctx, { advertiserId: getAdvertiserId(ctx.actor) })
    return SUCCESS
  }),
]
