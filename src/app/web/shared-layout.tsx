import { Outlet } from 'react-router'
import { useSession } from '#platform/web/session.tsx'
import { ConsoleShell } from './console-shell.tsx'
import { PublicShell } from './public-shell.tsx'

/** Pages that visitors see in the public site and accounts in their console. */
export default function SharedLayout() {
  const { actor } = useSession()
  return actor ? (
    <ConsoleShell actor={actor}>
      <Outlet />
    </ConsoleShell>
  ) : (
    <PublicShell>
      <Outlet />
    </PublicShell>
  )
}
