import type { Route } from '#platform/server/http/route.ts'
import { invitingRoutes } from './advertiser-routes.ts'
import { publisherRoutes } from './publisher-routes.ts'

/** The routes of advertisers and publishers about invitations. */
export function invitationRoutes(): Route[] {
  return [...invitingRoutes, ...publisherRoutes]
}
