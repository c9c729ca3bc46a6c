import { Button } from '@mantine/core'
import { useState } from 'react'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { answerTo } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PasswordField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'
import { MAX_TYPED_PASSWORD } from '../../contract/vocabulary.ts'

/** The dialog "change password". On success the server redirects to the login. */
export function PasswordPanel({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('security')
  const result = answerTo(answer, 'changePassword')
  const [isOpen, setOpen] = useState(result !== undefined)
  const close = () => setOpen(false)
  return (
    <Panel
      title={t('password.title')}
      text={t('password.text')}
      actions={
        <>
          <Button variant="default" size="sm" onClick={() => setOpen(true)}>
            {t('password.change')}
          </Button>
          <Dialog title={t('password.change')} isOpen={isOpen} onClose={close}>
            <ActionForm intent="changePassword" result={result}>
              <PasswordField
                name="password"
                label={t('password.present')}
                autoComplete="current-password"
                required
                data-autofocus
              />
              <NewPassword name="password1" label={t('password.new')} description={t('password.rule')} />
              <NewPassword name="password2" label={t('password.repeat')} />
              <SubmitButton>{t('password.save')}</SubmitButton>
            </ActionForm>
          </Dialog>
        </>
      }
    />
  )
}

function NewPassword(field: { name: string; label: string; description?: string }) {
  return <PasswordField {...field} autoComplete="new-password" maxLength={MAX_TYPED_PASSWORD} required />
}
