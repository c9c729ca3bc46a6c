import { Outlet } from 'react-router'
import { PublicShell } from './public-shell.tsx'

export default function PublicLayout() {
  return (
    <PublicShell>
      <Outlet />
    </PublicShell>
  )
}
