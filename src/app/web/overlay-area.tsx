import { lazy, Suspense } from 'react'
import { useHash } from '#platform/web/use-hash.ts'

const LoginDialog = lazy(async () => ({ default: (await import('./login-dialog.tsx')).LoginDialog }))

/** Where dialogs of the shell appear. The login dialog opens by the address `#login` and is fetched only then. */
export function OverlayArea() {
  if (useHash() !== 'login') return null
  return (
    <Suspense>
      <LoginDialog />
    </Suspense>
  )
}
