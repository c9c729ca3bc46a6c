import { Outlet } from 'react-router'
import type { PageHandle } from '#platform/web/page-handle.ts'
import type { Route } from './+types/public-layout'
import { ErrorBody } from './error-page.tsx'
import { PublicShell } from './public-shell.tsx'

/** The shell leads to the login with the page that `next` names. */
export const handle: PageHandle = { isShared: true, params: ['next'] }

export default function PublicLayout() {
  return (
    <PublicShell>
      <Outlet />
    </PublicShell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PublicShell>
      <ErrorBody error={error} />
    </PublicShell>
  )
}
