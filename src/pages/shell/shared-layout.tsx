import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { useSession } from '#platform/web/session.tsx'
import { MantineRoot } from '#ui/mantine-root.tsx'
import '#ui/styles/console.css'
import type { Route } from './+types/shared-layout'
import { ConsoleShell } from './console-shell.tsx'
import { ErrorBody } from './error-page.tsx'
import { PasswordPrompt } from './password-prompt.tsx'
import { PublicShell } from './public-shell.tsx'

/** Pages that visitors see in the public site and accounts in their console. */
export default function SharedLayout() {
  return (
    <SharedShell>
      <Outlet />
    </SharedShell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SharedShell>
      <ErrorBody error={error} />
    </SharedShell>
  )
}

function SharedShell({ children }: { children: ReactNode }) {
  const { actor } = useSession()
  return (
    <MantineRoot>
      {actor ? (
        <ConsoleShell actor={actor}>
          <PasswordPrompt>{children}</PasswordPrompt>
        </ConsoleShell>
      ) : (
        <PublicShell>{children}</PublicShell>
      )}
    </MantineRoot>
  )
}
