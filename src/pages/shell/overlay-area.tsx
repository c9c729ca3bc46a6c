import { lazy, Suspense, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useHash } from '#platform/web/use-hash.ts'
import { useSession } from '#platform/web/session.tsx'
import { getLoginPath } from './login-path.ts'

const LoginDialog = lazy(async () => ({ default: (await import('./login-dialog.tsx')).LoginDialog }))

/**
 * The place of the shell's dialogs. The hash `#login` loads and opens the login dialog. An account that is already
 * signed in is redirected at once.
 */
export function OverlayArea() {
  const { search } = useLocation()
  const { actor } = useSession()
  const isOpen = useHash() === 'login'
  const [wasOpened, setOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setOpened(true)
  if (isOpen && actor) return <Navigate to={getLoginPath('creator', search)} replace />
  // Stays mounted after closing, so that it gives the focus back.
  if (!wasOpened) return null
  return (
    <Suspense>
      <LoginDialog isOpen={isOpen} />
    </Suspense>
  )
}
