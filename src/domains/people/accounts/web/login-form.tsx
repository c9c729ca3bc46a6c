import type { ComponentProps } from 'react'
import { useSearchParams } from 'react-router'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { PlainPasswordField, PlainTextField } from '#ui/native-fields.tsx'
import { useTexts } from '#platform/web/texts.tsx'

/** The answer of a login. With `isCodeNeeded` the login is in its second step. */
export type LoginResult = (NonNullable<ActionResult> & { isCodeNeeded?: boolean }) | undefined

interface LoginFormProps {
  /** The answer of the login's action. */
  result?: LoginResult
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

/** The code of the answer that asks to confirm the address. */
export const NEEDS_CONFIRMATION = 'needs_confirmation'

/**
 * E-mail, password and the button; then the code of the second step, when the account has one. The page's loader
 * returns the texts of `accounts` and a `csrfToken`.
 */
export function LoginForm({ result, action, email, fetcher }: LoginFormProps) {
  const t = useTexts('accounts')
  const answer = useSentence(result)
  // A visitor comes from the page of a merchant to join; the other pages require a session.
  const next = useSearchParams()[0].get('next')
  if (answer?.isCodeNeeded) {
    return <CodeForm result={answer} fetcher={fetcher} {...(action === undefined ? {} : { action })} />
  }
  return (
    <div className="stack">
      {next !== null && (
        <p className="soft">
          {t('login.next')} {!next.startsWith('/merchants/') && t('login.ended')}
        </p>
      )}
      <ActionForm result={answer} fetcher={fetcher} {...(action === undefined ? {} : { action })}>
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
      {answer?.ok === false && answer.code === NEEDS_CONFIRMATION && <SendAgain email={email ?? ''} />}
    </div>
  )
}

/** Adds the sentence when the browser got no answer, or one that it could not read. */
function useSentence(result: LoginResult): LoginResult {
  const t = useTexts('accounts')
  if (result?.ok !== false) return result
  const { code } = result
  return code === 'offline' || code === 'failed' ? { ...result, message: t(`login.${code}`) } : result
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

/** The second step: a code of the authenticator app or a recovery code. Its first answer has no message. */
function CodeForm({ result, action, fetcher }: LoginFormProps) {
  const t = useTexts('accounts')
  return (
    <ActionForm
      result={result?.ok === false && result.message !== '' ? result : undefined}
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
