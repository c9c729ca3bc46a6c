import { getPublisherId } from '#kernel/actor-scope.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { checkInstallation } from '../commands/check-installation.ts'
import { checkInstallCall } from '../contract.ts'

/** The route of the installation check, which fetches pages by `outbound`. */
export function installationRoutes(outbound: OutboundClient): Route[] {
  return [
    route(checkInstallCall, async (ctx, { body }) => {
      const result = await checkInstallation(ctx, outbound, {
        publisherId: getPublisherId(ctx.actor),
        // Sites that installed the script before the network had a tracking address load it from the pages' address.
        origins: [ctx.trackingOrigin, ctx.publicUrl],
        siteUrl: body.site_url,
        snippet: body.check_str,
      })
      const success = result === 'found'
      return { success, result, message: mailTexts(ctx.locale, 'tracking')(`installation.${success ? '10' : '11'}`) }
    }),
  ]
}
