import { useEffect } from 'react'
import { Outlet, redirect } from 'react-router'
import type { Route } from './+types/console-layout'
import { callContext, isDocumentRequest, sessionContext, toLogin } from '#platform/web/call-context.ts'
import type { ActorView } from '#platform/web/call-context.ts'
import { findAdvertiserRedirect } from '#kernel/advertiser-link.ts'
import type { Call } from '#kernel/endpoint.ts'
import { sumClaimsCall } from '#domains/figures/claims/contract/calls.ts'
import { countJoinRequestsCall } from '#domains/programmes/programs/contract/membership.ts'
import { listOwnAdvertisersCall } from '#domains/people/teams/contract.ts'
import { listViewsCall } from '#domains/desk/saved-views/contract.ts'
import { useStoredListView } from '#platform/web/list-view.ts'
import { useSession } from '#platform/web/session.tsx'
import { MantineRoot } from '#ui/mantine-root.tsx'
import '#ui/styles/console.css'
import { ErrorBody } from './error-page.tsx'
import { ConsoleShell } from './console-shell.tsx'
import type { WorkCounts } from './console-shell.tsx'
import { NamesProvider } from './names-provider.tsx'
import { PasswordPrompt } from './password-prompt.tsx'

/**
 * The layout of the console. Visitors are redirected home, where the login dialog opens. A form that a script sends
 * after its session has ended is answered by `keepExpiredForms`. A link that names another brand than the session acts
 * for leads to the choice of the brand.
 */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, request }) => {
    const isScriptsForm = request.method === 'POST' && !isDocumentRequest(request)
    if (context.get(sessionContext).actor === null && !isScriptsForm) throw toLogin(request.url)
  },
  ({ context, request }) => {
    const target = findAdvertiserRedirect(request.url, context.get(sessionContext).actor?.advertiserId)
    if (target !== undefined && request.method === 'GET') throw redirect(target)
  },
]

/**
 * Loads pinned views, counts and brands of the navigation, and makes the middleware run on client-side navigation too.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { actor } = context.get(sessionContext)
  const query = { is_pinned: '1' } as const
  const call = context.get(callContext)
  const isMember = actor?.teamRole !== undefined
  const [pinned, counts, advertisers] = await Promise.all([
    actor ? call(listViewsCall, { query }).then(({ data }) => data.views) : [],
    isMember ? countWork(call) : {},
    isMember ? call(listOwnAdvertisersCall).then(({ data }) => data.brands) : [],
  ])
  return { account: nameAccount(actor), pinned, counts, advertisers }
}

/** Counts what waits for an advertiser, for its navigation. */
async function countWork(call: Call): Promise<WorkCounts> {
  const [joins, claims] = await Promise.all([call(countJoinRequestsCall), call(sumClaimsCall)])
  return { joinRequests: joins.data.count, claims: claims.data.count }
}

export default function ConsoleLayout({ loaderData }: Route.ComponentProps) {
  const { actor } = useSession()
  const isReplaced = useReload(loaderData.account !== nameAccount(actor))
  useStoredListView()
  if (!actor || isReplaced) return null
  return (
    <MantineRoot>
      <ConsoleShell actor={actor} {...loaderData}>
        <PasswordPrompt>
          <NamesProvider>
            <Outlet />
          </NamesProvider>
        </PasswordPrompt>
      </ConsoleShell>
    </MantineRoot>
  )
}

/** Names whose data pages show: the account, and the brand for which it acts. */
function nameAccount(actor: ActorView | null): string | undefined {
  return actor === null ? undefined : `${actor.email} ${actor.advertiserId}`
}

/**
 * Loads the page anew when another account was signed in meanwhile, or the account acts for another brand: its data
 * must not stand in this one's frame.
 */
function useReload(isOther: boolean): boolean {
  useEffect(() => {
    if (isOther) location.reload()
  }, [isOther])
  return isOther
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const { actor } = useSession()
  const isReplaced = useReload(loaderData !== undefined && loaderData.account !== nameAccount(actor))
  if (isReplaced) return null
  if (!actor) return <ErrorBody error={error} />
  return (
    <MantineRoot>
      <ConsoleShell actor={actor} advertisers={loaderData?.advertisers}>
        <ErrorBody error={error} />
      </ConsoleShell>
    </MantineRoot>
  )
}
