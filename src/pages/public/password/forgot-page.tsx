import { Link, redirect } from 'react-router'
import type { Route } from './+types/forgot-page'
import { PlainTextField } from '#ui/native-fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { readFields, readForm } from '#platform/web/form.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { requestResetCall } from '#domains/people/accounts/contract/sign-in.ts'
import { AuthCard } from '#domains/people/accounts/web/auth-card.tsx'
import styles from '#domains/people/accounts/web/auth-card.module.css'
import { checkForm, refuseFor } from '#domains/people/accounts/web/form-answer.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  return {
    csrfToken: session.csrfToken(),
    isSent: new URL(request.url).searchParams.has('sent'),
    ...getPageMeta(context, 'accounts.forgot.title', ['accounts']),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const session = context.get(sessionContext)
  const body = readFields(form) as { email: string }
  const wrong = checkForm(session, requestResetCall.body, body)
  if (wrong) return wrong
  try {
    await context.get(callContext)(requestResetCall, { body })
    return redirect('/forget-password?sent', 303)
  } catch (error) {
    return refuseFor(error)
  }
}

export const meta: Route.MetaFunction = titleMeta

export default function ForgotPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>{loaderData.isSent ? <Sent /> : <Ask result={actionData} />}</TextsProvider>
  )
}

function Ask({ result }: { result: ActionResult }) {
  const t = useTexts('accounts')
  const links = (
    <Link to="/login-creator" className="link">
      {t('forgot.back')}
    </Link>
  )
  return (
    <AuthCard title={t('forgot.title')} text={t('forgot.text')} links={links}>
      <ActionForm result={result}>
        <PlainTextField
          name="email"
          type="email"
          label={t('field.email')}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={254}
        />
        <SubmitButton fullWidth size="md">
          {t('forgot.submit')}
        </SubmitButton>
      </ActionForm>
    </AuthCard>
  )
}

function Sent() {
  const t = useTexts('accounts')
  return (
    <AuthCard title={t('forgot.sentTitle')}>
      <div className="stack">
        <output>{t('forgot.sent')}</output>
        <p className="soft">{t('forgot.sentHint')}</p>
        <Link to="/" className={`filled ${styles.button}`}>
          {t('forgot.gotIt')}
        </Link>
      </div>
    </AuthCard>
  )
}
