import { Link, redirectDocument } from 'react-router'
import type { Route } from './+types/reset-page'
import { PlainPasswordField } from '#ui/native-fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { readFields, readForm } from '#platform/web/form.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { checkLinkCall, resetPasswordCall } from '#domains/people/accounts/contract/sign-in.ts'
import { MAX_TYPED_PASSWORD, PASSWORD_LENGTH } from '#domains/people/accounts/contract/vocabulary.ts'
import { AuthCard } from '#domains/people/accounts/web/auth-card.tsx'
import styles from '#domains/people/accounts/web/auth-card.module.css'
import { checkForm, refuseFor } from '#domains/people/accounts/web/form-answer.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  const link = await context.get(callContext)(checkLinkCall, { body: { token: params.token.slice(0, 100) } })
  return {
    csrfToken: session.csrfToken(),
    isValid: link.is_valid,
    isFirst: link.is_first_password,
    ...getPageMeta(context, link.is_first_password ? 'accounts.reset.firstTitle' : 'accounts.reset.title', [
      'accounts',
    ]),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const session = context.get(sessionContext)
  const passwords = readFields(form) as { password1: string; password2: string }
  const body = { ...passwords, token: params.token }
  const wrong = checkForm(session, resetPasswordCall.body, body)
  if (wrong) return wrong
  try {
    const reply = await context.get(callContext)(resetPasswordCall, { body })
    return redirectDocument(reply.redirect_to, 303)
  } catch (error) {
    return refuseFor(error)
  }
}

// The address contains the link's token, so no referrer is sent to pages opened from here.
export const meta: Route.MetaFunction = (args) => [
  ...titleMeta(args),
  { name: 'referrer', content: 'no-referrer' },
  { name: 'robots', content: 'noindex' },
]

export default function ResetPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      {loaderData.isValid ? <Choose isFirst={loaderData.isFirst} result={actionData} /> : <Invalid />}
    </TextsProvider>
  )
}

function Choose({ isFirst, result }: { isFirst: boolean; result: ActionResult }) {
  const t = useTexts('accounts')
  return (
    <AuthCard
      title={t(isFirst ? 'reset.firstTitle' : 'reset.title')}
      text={t(isFirst ? 'reset.firstText' : 'reset.text')}
    >
      <ActionForm result={result}>
        <PlainPasswordField
          name="password1"
          label={t(isFirst ? 'field.password' : 'field.newPassword')}
          description={t('field.passwordRule')}
          autoComplete="new-password"
          minLength={PASSWORD_LENGTH.min}
          maxLength={MAX_TYPED_PASSWORD}
          required
        />
        <PlainPasswordField
          name="password2"
          label={t(isFirst ? 'field.repeatFirst' : 'field.repeatPassword')}
          autoComplete="new-password"
          maxLength={MAX_TYPED_PASSWORD}
          required
        />
        <SubmitButton fullWidth size="md">
          {t('reset.submit')}
        </SubmitButton>
      </ActionForm>
    </AuthCard>
  )
}

function Invalid() {
  const t = useTexts('accounts')
  return (
    <AuthCard title={t('reset.invalidTitle')} text={t('reset.invalidText')}>
      <Link to="/forget-password" className={`filled ${styles.button}`}>
        {t('reset.askAgain')}
      </Link>
    </AuthCard>
  )
}
