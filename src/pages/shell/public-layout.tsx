import { Outlet } from 'react-router'
import type { Route } from './+types/public-layout'
import { ErrorBody } from './error-page.tsx'
import { PublicShell } from './public-shell.tsx'

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
