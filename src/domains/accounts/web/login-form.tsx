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

/** The code of the answer that asks for the second step. */
export const NEEDS_CODE = 'needs_code'

/** The code of the answer that asks to confirm the address. */
export const NEEDS_CONFIRMATION = 'needs_confirmation'

/**
 * E-mail, password and the button; then the code of the second step, when the account has one. The page's loader
 * returns the texts of `accounts` and a `csrfToken`.
 */
export function LoginForm({ result, action, email, fetcher }: LoginFormProps) {
  const t = useTexts('accounts')
  if (result?.ok === false && result.code === NEEDS_CODE) {
    return <CodeForm result={result} fetcher={fetcher} {...(action === undefined ? {} : { action })} />
  }
  return (
    <div className="stack">
      <ActionForm
        result={nameOffline(result, t('login.offline'))}
        fetcher={fetcher}
        {...(action === undefined ? {} : { action })}
      >
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
      {result?.ok === false && result.code === NEEDS_CONFIRMATION && <SendAgain email={email ?? ''} />}
    </div>
  )
}

/** Adds the sentence to the answer of a browser without a connection. */
function nameOffline(result: ActionResult, message: string): ActionResult {
  return result?.ok === false && result.code === 'offline' ? { ...result, message } : result
}

/** Sends a link that confirms the address by a password. */
function SendAgain({ email }: { email: string }) {
  const t = useTexts('accounts')
  return (
    <ActionForm intent="sendAgain" action="/forget-password">
      <input type="hidden" name="email" value={email} />
      <SubmitButton variant="default" fullWidth size="md">
        {t('login.sendAgain')}
      </SubmitButton>
    </ActionForm>
  )
}

/** Focuses the field after the text, because the form replaces the one that had the focus. */
function focusCode(text: HTMLElement | null): void {
  text?.parentElement?.querySelector<HTMLInputElement>('[name=code]')?.focus()
}

/** The second step: a code of the authenticator app or a recovery code. */
function CodeForm({ result, action, fetcher }: LoginFormProps & { result: { ok: false; message: string } }) {
  const t = useTexts('accounts')
  return (
    <ActionForm
      result={result.message === '' ? undefined : { ok: false, message: result.message, errors: {} }}
      fetcher={fetcher}
      {...(action === undefined ? {} : { action })}
    >
      <p ref={focusCode}>{t('login.codeText')}</p>
      <PlainTextField
        name="code"
        label={t('login.code')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        required
      />
      <SubmitButton fullWidth size="md">
        {t('login.submitCode')}
      </SubmitButton>
    </ActionForm>
  )
}
