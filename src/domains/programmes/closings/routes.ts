import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { announceClosing, withdrawClosing } from './commands/close-program.ts'
import { closeProgramCall, getClosingCall, keepProgramCall } from './contract.ts'
import { findClosingProgram } from './queries.ts'
import { viewClosingPage } from './views.ts'

/** The routes of the end of a programme; `branding` is for its mails. */
export function closingRoutes(branding: EmailBranding): Route[] {
  return [
    route(getClosingCall, async (ctx) => {
      const program = await findClosingProgram(ctx.db, { advertiserId: getAdvertiserId(ctx.actor) })
      return { ...SUCCESS, data: program ? viewClosingPage(program, ctx.now) : null }
    }),
    route(closeProgramCall, async (ctx, { body: { day } }) => {
      await announceClosing(ctx, { advertiserId: getAdvertiserId(ctx.actor), day, branding })
      return SUCCESS
    }),
    route(keepProgramCall, async (ctx) => {
      await withdrawClosing(ctx, { advertiserId: getAdvertiserId(ctx.actor), branding })
      return SUCCESS
    }),
  ]
}
