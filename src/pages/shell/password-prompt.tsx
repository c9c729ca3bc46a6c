import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import type { action } from '#pages/signed-in/account/verify-password-page.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PasswordField } from '#ui/fields.tsx'
import { PasswordPromptContext } from '#ui/form-state.ts'
import { ActionForm, SubmitButton } from '#ui/form.tsx'

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
      {isOpen && <VerifyDialog onClose={close} onVerified={onVerified} />}
    </>
  )
}

function VerifyDialog({ onClose, onVerified }: { onClose: () => void; onVerified: () => void }) {
  const t = useTexts('shell')
  const fetcher = useFetcher<typeof action>()
  const isVerified = fetcher.data?.ok === true
  useEffect(() => {
    if (isVerified) onVerified()
  }, [isVerified, onVerified])
  return (
    <Dialog title={t('verifyPassword.title')} isOpen onClose={onClose} size="sm">
      <ActionForm action="/account/verify-password" fetcher={fetcher} result={fetcher.data}>
        <p className="soft">{t('verifyPassword.text')}</p>
        <PasswordField
          name="password"
          label={t('verifyPassword.label')}
          autoComplete="current-password"
          required
          data-autofocus
        />
        <SubmitButton>{t('verifyPassword.submit')}</SubmitButton>
      </ActionForm>
    </Dialog>
  )
}
