import { index, layout, route } from '@react-router/dev/routes'
import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes'

/** Pages that look the same for everybody. */
const publicPages: RouteConfigEntry[] = [index('app/web/home/home-page.tsx')]

/** Pages that stand in the public shell for visitors and in the console for accounts. */
const sharedPages: RouteConfigEntry[] = []

/** Pages behind the login: the publisher's, the advertiser's and the operator's. */
const consolePages: RouteConfigEntry[] = []

/** Everything on one page in both schemes, for those who build pages. */
const workshop: RouteConfigEntry[] =
  process.env.NODE_ENV === 'development' ? [route('styleguide', 'app/web/styleguide/styleguide-page.tsx')] : []

export default [
  layout('app/web/public-layout.tsx', [...publicPages, ...workshop]),
  layout('app/web/shared-layout.tsx', sharedPages),
  layout('app/web/console-layout.tsx', consolePages),
  route('preferences', 'app/web/preferences.ts'),
  route('log-out', 'app/web/log-out.ts'),
  route('*', 'app/web/unknown-page.ts'),
] satisfies RouteConfig
