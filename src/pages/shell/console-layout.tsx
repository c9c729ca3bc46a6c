import { useEffect } from 'react'
import { Outlet } from 'react-router'
import type { Route } from './+types/console-layout'
import { callContext, isDocumentRequest, sessionContext, toLogin } from '#platform/web/call-context.ts'
import type { Call } from '#kernel/endpoint.ts'
import { sumClaimsCall } from '#domains/claims/contract/calls.ts'
import { countJoinRequestsCall } from '#domains/programs/contract/membership.ts'
import { listViewsCall } from '#domains/views/contract.ts'
import { useStoredListView } from '#platform/web/list-view.ts'
import { useSession } from '#platform/web/session.tsx'
import { MantineRoot } from '#ui/mantine-root.tsx'
import '#ui/styles/console.css'
import { ErrorBody } from './error-page.tsx'
import { ConsoleShell } from './console-shell.tsx'
import type { WorkCounts } from './console-shell.tsx'
import { PasswordPrompt } from './password-prompt.tsx'

/**
 * The layout of the console. Visitors are redirected home, where the login dialog opens. A form that a script sends
 * after its session has ended is answered by `keepExpiredForms`.
 */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, request }) => {
    const isScriptsForm = request.method === 'POST' && !isDocumentRequest(request)
    if (context.get(sessionContext).actor === null && !isScriptsForm) throw toLogin(request.url)
  },
]

/** Loads pinned views and counts of the navigation, and makes the middleware run on client-side navigation too. */
export async function loader({ context }: Route.LoaderArgs) {
  const { actor } = context.get(sessionContext)
  const query = { is_pinned: '1' } as const
  const call = context.get(callContext)
  const [pinned, counts] = await Promise.all([
    actor ? call(listViewsCall, { query }).then(({ data }) => data.views) : [],
    actor?.teamRole === undefined ? {} : countWork(call),
  ])
  return { email: actor?.email, pinned, counts }
}

/** Counts what waits for an advertiser, for its navigation. */
async function countWork(call: Call): Promise<WorkCounts> {
  const [joins, claims] = await Promise.all([call(countJoinRequestsCall), call(sumClaimsCall)])
  return { joinRequests: joins.data.count, claims: claims.data.count }
}

export default function ConsoleLayout({ loaderData }: Route.ComponentProps) {
  const { actor } = useSession()
  const isReplaced = useReload(loaderData.email !== actor?.email)
  useStoredListView()
  if (!actor || isReplaced) return null
  return (
    <MantineRoot>
      <ConsoleShell actor={actor} pinned={loaderData.pinned} counts={loaderData.counts}>
        <PasswordPrompt>
          <Outlet />
        </PasswordPrompt>
      </ConsoleShell>
    </MantineRoot>
  )
}

/** Loads the page anew when another account was signed in meanwhile, whose data must not stand in this one's frame. */
function useReload(isOther: boolean): boolean {
  useEffect(() => {
    if (isOther) location.reload()
  }, [isOther])
  return isOther
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const { actor } = useSession()
  const isReplaced = useReload(loaderData !== undefined && loaderData.email !== actor?.email)
  if (isReplaced) return null
  if (!actor) return <ErrorBody error={error} />
  return (
    <MantineRoot>
      <ConsoleShell actor={actor}>
        <ErrorBody error={error} />
      </ConsoleShell>
    </MantineRoot>
  )
}
