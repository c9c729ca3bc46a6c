import type { ComponentProps } from 'react'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { PlainPasswordField, PlainTextField } from '#ui/native-fields.tsx'
import { useTexts } from '#platform/web/texts.tsx'

interface LoginFormProps {
  /** The answer of the login's action. */
  result?: ActionResult
  /** The address that the visitor typed before. */
  email?: string | undefined
  /**
   * The login page to post to, when the form stands on another page: `/login-creator` or `/login-advertiser`, with its
   * `?next=`.
   */
  action?: string
  /** Sends the form without a navigation, for dialogs. */
  fetcher?: ComponentProps<typeof ActionForm>['fetcher']
}

/** E-mail, password and the button. The page's loader returns the texts of `accounts` and a `csrfToken`. */
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
