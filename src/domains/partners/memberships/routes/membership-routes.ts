import {
  membershipRoutes as operatorRoutes,
  offerRoutes,
} from '#domains/programmes/programs/routes/membership-routes.ts'
import type { Route } from '#platform/server/http/route.ts'
import { joinByRules } from '../commands/join-by-rules.ts'
import { joinRuleRoutes } from './join-rule-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { relationshipRoutes } from './relationship-routes.ts'
import { joinRequestRoutes } from './request-routes.ts'

/** The routes of publishers, advertisers and operators about memberships. */
export const membershipRoutes: Route[] = [
  ...offerRoutes(joinByRules),
  ...operatorRoutes,
  ...joinRequestRoutes,
  ...joinRuleRoutes,
  ...memberRoutes,
  ...relationshipRoutes,
]
