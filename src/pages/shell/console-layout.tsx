import { Outlet } from 'react-router'
import type { Route } from './+types/console-layout'
import { sessionContext, toLogin } from '#platform/web/call-context.ts'
import { useStoredListView } from '#platform/web/list-view.ts'
import { useSession } from '#platform/web/session.tsx'
import { MantineRoot } from '#ui/mantine-root.tsx'
import '#ui/styles/console.css'
import { ErrorBody } from './error-page.tsx'
import { ConsoleShell } from './console-shell.tsx'
import { PasswordPrompt } from './password-prompt.tsx'

/** The layout of the console. Visitors are redirected home, where the login dialog opens. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, request }) => {
    if (context.get(sessionContext).actor === null) throw toLogin(request.url)
  },
]

// The loader makes the middleware run on client-side navigation too.
export function loader() {
  return null
}

export default function ConsoleLayout() {
  const { actor } = useSession()
  useStoredListView()
  if (!actor) return null
  return (
    <MantineRoot>
      <ConsoleShell actor={actor}>
        <PasswordPrompt>
          <Outlet />
        </PasswordPrompt>
      </ConsoleShell>
    </MantineRoot>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { actor } = useSession()
  if (!actor) return <ErrorBody error={error} />
  return (
    <MantineRoot>
      <ConsoleShell actor={actor}>
        <ErrorBody error={error} />
      </ConsoleShell>
    </MantineRoot>
  )
}
