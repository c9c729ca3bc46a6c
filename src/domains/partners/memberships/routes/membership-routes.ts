import {
  membershipRoutes as operatorRoutes,
  offerRoutes,
} from '#domains/programmes/programs/routes/membership-routes.ts'
import type { Route } from '#platform/server/http/route.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { joinByRules } from '../commands/join-by-rules.ts'
import { joinRuleRoutes } from './join-rule-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { relationshipRoutes } from './relationship-routes.ts'
import { joinRequestRoutes } from './request-routes.ts'

/** The routes of publishers, advertisers and operators about memberships; `branding` is for their mails. */
export function membershipRoutes(branding: EmailBranding): Route[] {
  return [
    ...offerRoutes(branding, joinByRules),
    ...operatorRoutes(branding),
    ...joinRequestRoutes(branding),
    ...joinRuleRoutes,
    ...memberRoutes,
    ...relationshipRoutes,
  ]
}
