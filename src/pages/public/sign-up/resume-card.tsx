import { Link } from 'react-router'
import { MAX_TYPED_PASSWORD, PASSWORD_LENGTH } from '#domains/people/accounts/contract/vocabulary.ts'
import { AuthCard } from '#domains/people/accounts/web/auth-card.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { PlainPasswordField } from '#ui/native-fields.tsx'

interface ResumeCardProps {
  token: string
  /** Whether the reader of the mail replaces the password of step 1. */
  isReplacing: boolean
  /** The answer of the action. */
  result?: ActionResult
}

/**
 * The page of the mailed link. Only its form continues the sign-up, so that mail scanners that open the link change
 * nothing. It asks for the password of step 1, because another person may have typed the address.
 */
export function ResumeCard({ token, isReplacing, result }: ResumeCardProps) {
  const t = useTexts('sign-up')
  const address = `/sign-up?resume=${encodeURIComponent(token)}`
  const text = t(isReplacing ? 'resume.newText' : 'resume.text')
  const links = (
    <Link to={isReplacing ? address : `${address}&new`} replace className="link">
      {t(isReplacing ? 'resume.useKnown' : 'resume.useNew')}
    </Link>
  )
  return (
    <AuthCard title={t('resume.title')} text={text} links={links}>
      <ActionForm
        key={String(isReplacing)}
        result={result}
        intent="resume"
        action={isReplacing ? `${address}&new` : address}
      >
        <input type="hidden" name="token" value={token} />
        {isReplacing ? <NewPassword /> : <KnownPassword />}
        <SubmitButton fullWidth>{t('resume.action')}</SubmitButton>
      </ActionForm>
    </AuthCard>
  )
}

function KnownPassword() {
  const t = useTexts('sign-up')
  return (
    <PlainPasswordField
      name="password"
      label={t('resume.password')}
      autoComplete="current-password"
      maxLength={MAX_TYPED_PASSWORD}
      required
    />
  )
}

function NewPassword() {
  const t = useTexts('sign-up')
  const limits = { autoComplete: 'new-password', maxLength: MAX_TYPED_PASSWORD, required: true }
  return (
    <>
      <PlainPasswordField
        name="password1"
        label={t('resume.newPassword')}
        description={t('field.passwordRule')}
        minLength={PASSWORD_LENGTH.min}
        {...limits}
      />
      <PlainPasswordField name="password2" label={t('field.password2')} {...limits} />
    </>
  )
}
