import { SUCCESS } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { savePreferences } from '../commands/save-preferences.ts'
import { getPreferencesCall, savePreferencesCall } from '../contract/preferences.ts'
import { getAccount } from '../queries.ts'
import { getAccountActor } from './security-routes.ts'

/** The language and the e-mail settings of an account. */
export const preferenceRoutes: Route[] = [
  route(getPreferencesCall, async (ctx) => {
    const { locale, mutedNotices } = await getAccount(ctx.db, getAccountActor(ctx).accountId)
    return { ...SUCCESS, locale, muted_notices: mutedNotices }
  }),
  route(savePreferencesCall, async (ctx, { body }) => {
    const { accountId } = getAccountActor(ctx)
    await savePreferences(ctx, { accountId, locale: body.locale, mutedNotices: [...new Set(body.muted_notices)] })
    return { ...SUCCESS }
  }),
]
