import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import type { action } from '#pages/signed-in/account/verify-password-page.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PasswordField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'

interface VerifyPasswordDialogProps {
  isOpen: boolean
  onClose: () => void
  onVerified: () => void
}

/** The dialog with the form "verify password". It calls `onVerified` when the server has accepted the password. */
export function VerifyPasswordDialog({ isOpen, onClose, onVerified }: VerifyPasswordDialogProps) {
  const t = useTexts('shell')
  return (
    <Dialog title={t('verifyPassword.title')} isOpen={isOpen} onClose={onClose} size="sm">
      <VerifyPasswordForm onVerified={onVerified} />
    </Dialog>
  )
}

/** A form of its own, which the dialog mounts anew each time, so that an earlier answer does not count again. */
function VerifyPasswordForm({ onVerified }: Pick<VerifyPasswordDialogProps, 'onVerified'>) {
  const t = useTexts('shell')
  const fetcher = useFetcher<typeof action>()
  const isVerified = fetcher.data?.ok === true
  useEffect(() => {
    if (isVerified) onVerified()
  }, [isVerified, onVerified])
  return (
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
  )
}
