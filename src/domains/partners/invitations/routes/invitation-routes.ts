import type { Route } from '#platform/server/http/route.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { invitingRoutes } from './advertiser-routes.ts'
import { publisherRoutes } from './publisher-routes.ts'

/** The routes of advertisers and publishers about invitations; `branding` is for their mails. */
export function invitationRoutes(branding: EmailBranding): Route[] {
  return [...invitingRoutes(branding), ...publisherRoutes(branding)]
}
