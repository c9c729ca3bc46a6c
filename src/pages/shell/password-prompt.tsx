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
  const ask = useCallback((retry: () => void) => setPending({ retry }), [])
  const isOpen = pending !== undefined
  const prompt = useMemo(() => ({ ask, isOpen }), [ask, isOpen])
  const close = () => setPending(undefined)
  const onVerified = () => {
    close()
    pending?.retry()
  }
  return (
    <>
      <PasswordPromptContext value={prompt}>{children}</PasswordPromptContext>
      {isOpen && (
        <Suspense>
          <VerifyPasswordDialog onClose={close} onVerified={onVerified} />
        </Suspense>
      )}
    </>
  )
}
