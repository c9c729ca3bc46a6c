import { SUCCESS } from '#kernel/endpoint.ts'
import { toPage } from '#kernel/paging.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { decideReview } from '../commands/decide-review.ts'
import { listAccountsCall, reviewAccountCall } from '../contract/accounts.ts'
import { listAccounts } from '../queries.ts'
import { viewAccount } from '../views.ts'
import { mailboxRoutes } from './mailbox-routes.ts'
import { preferenceRoutes } from './preference-routes.ts'
import { securityRoutes } from './security-routes.ts'
import type { AccountSettings } from './settings.ts'
import { twoStepRoutes } from './two-step-routes.ts'
import { passwordRoutes, sessionRoutes } from './sign-in-routes.ts'

/** Login, passwords, sessions, the operator's list of accounts, and the mailbox of a network without a mail server. */
export function accountRoutes(settings: AccountSettings): Route[] {
  return [
    ...sessionRoutes(settings),
    ...passwordRoutes(settings),
    ...securityRoutes(settings),
    ...twoStepRoutes(settings),
    ...preferenceRoutes,
    ...reviewRoutes(),
    ...mailboxRoutes(settings),
  ]
}

function reviewRoutes(): Route[] {
  return [
    route(listAccountsCall, async (ctx, { query }) => {
      const { rows, count } = await listAccounts(ctx.db, { ...query, page: toPage(query) })
      const { page_number, page_size } = query
      return { ...SUCCESS, accounts: rows.map(viewAccount), count, page_number, page_size }
    }),
    route(reviewAccountCall, async (ctx, { params, body }) => {
      await decideReview(ctx, { accountId: BigInt(params.account_id), ...body, isOwnerMailed: true })
      return { ...SUCCESS, review_status: body.decision }
    }),
  ]
}
