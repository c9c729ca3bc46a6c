import type { ComponentProps } from 'react'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { PlainPasswordField, PlainTextField } from '#ui/native-fields.tsx'
import { useTexts } from '#platform/web/texts.tsx'

interface LoginFormProps {
  /** What the login's action answered. */
  result?: ActionResult
  /** What was typed before. */
  email?: string | undefined
  /** The login page to post to, for hosts that are none: `/login-creator` or `/login-advertiser`, with its `?next=`. */
  action?: string
  /** Sends the form beside the page, for dialogs. */
  fetcher?: ComponentProps<typeof ActionForm>['fetcher']
}

/** E-mail, password and the button. The host's loader answers the texts of `accounts` and a `csrfToken`. */
export function LoginForm({ result, action, email, fetcher }: LoginFormProps) {
  const t = useTexts('accounts')
  return (
    <ActionForm result={result} fetcher={fetcher} {...(action === undefined ? {} : { action })}>
      <PlainTextField
        name="email"
        type="email"
        label={t('field.email')}
        defaultValue={email}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
      />
      <PlainPasswordField
        name="password"
        label={t('field.password')}
        autoComplete="current-password"
        required
        maxLength={200}
      />
      <SubmitButton fullWidth size="md">
        {t('login.submit')}
      </SubmitButton>
    </ActionForm>
  )
}
