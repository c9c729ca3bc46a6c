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
    const { locale, mutedNotices, hasShortcuts } = await getAccount(ctx.db, getAccountActor(ctx).accountId)
    return { ...SUCCESS, locale, muted_notices: mutedNotices, has_shortcuts: hasShortcuts }
  }),
  route(savePreferencesCall, async (ctx, { body }) => {
    const { accountId } = getAccountActor(ctx)
    const { locale, muted_notices: muted, has_shortcuts: hasShortcuts } = body
    await savePreferences(ctx, { accountId, locale, mutedNotices: [...new Set(muted)], hasShortcuts })
    return { ...SUCCESS }
  }),
]
