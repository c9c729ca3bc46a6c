import { Outlet } from 'react-router'
import { Kit } from '#ui/kit.tsx'
import type { Route } from './+types/form-layout'
import { ErrorBody } from './error-page.tsx'
import { PublicShell } from './public-shell.tsx'

/** Public pages with forms: the public shell, and what the kit's fields need. */
export default function FormLayout() {
  return (
    <Kit>
      <PublicShell>
        <Outlet />
      </PublicShell>
    </Kit>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PublicShell>
      <ErrorBody error={error} />
    </PublicShell>
  )
}
