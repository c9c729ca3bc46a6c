import { Suspense, lazy, useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { PasswordPromptContext } from '#ui/form-state.ts'

const VerifyPasswordDialog = lazy(async () => ({
  default: (await import('./verify-password-dialog.tsx')).VerifyPasswordDialog,
}))

/**
 * The dialog "verify password" of the console. It opens when a form is refused with `password_required`, and sends that
 * form again once the password is verified.
 */
export function PasswordPrompt({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<{ retry: () => void }>()
  const [wasOpened, setOpened] = useState(false)
  const ask = useCallback((retry: () => void) => setPending({ retry }), [])
  const isOpen = pending !== undefined
  if (isOpen && !wasOpened) setOpened(true)
  const prompt = useMemo(() => ({ ask, isOpen }), [ask, isOpen])
  const close = () => setPending(undefined)
  const onVerified = () => {
    close()
    pending?.retry()
  }
  return (
    <>
      <PasswordPromptContext value={prompt}>{children}</PasswordPromptContext>
      {/* Stays mounted after closing, so that it gives the focus back. */}
      {wasOpened && (
        <Suspense>
          <VerifyPasswordDialog isOpen={isOpen} onClose={close} onVerified={onVerified} />
        </Suspense>
      )}
    </>
  )
}
