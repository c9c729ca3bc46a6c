import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'

const LoginDialog = lazy(async () => ({ default: (await import('./login-dialog.tsx')).LoginDialog }))

/** Where dialogs of the shell appear. The login dialog opens by the address `#login` and is fetched only then. */
export function OverlayArea() {
  const { hash } = useLocation()
  if (hash !== '#login') return null
  return (
    <Suspense>
      <LoginDialog />
    </Suspense>
  )
}
