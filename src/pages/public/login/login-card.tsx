import { Link, useLocation } from 'react-router'
import { FormMessage } from '#ui/form.tsx'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import type { Texts } from '#texts/texts.ts'
import type { LoginType } from '#domains/people/accounts/contract/sign-in.ts'
import { AuthCard } from '#domains/people/accounts/web/auth-card.tsx'
import { LoginForm } from '#domains/people/accounts/web/login-form.tsx'
import type { LoginResult } from '#domains/people/accounts/web/login-form.tsx'

interface LoginCardProps {
  type: LoginType
  data: { texts: Texts; isPasswordSaved: boolean; isCodeNeeded: boolean }
  result: (NonNullable<LoginResult> & { email?: string }) | undefined
}

const CODE_NEEDED: LoginResult = { ok: false, isCodeNeeded: true, message: '', errors: {} }

/** The content of a login page. */
export function LoginCard(props: LoginCardProps) {
  return (
    <TextsProvider texts={props.data.texts}>
      <Card {...props} />
    </TextsProvider>
  )
}

function Card({ type, data, result }: LoginCardProps) {
  const t = useTexts('accounts')
  const { search } = useLocation()
  const isCreator = type === 'creator'
  const other = isCreator ? '/login-advertiser' : '/login-creator'
  return (
    <AuthCard
      title={t(`login.${type}Title`)}
      text={t(`login.${type}Text`)}
      links={
        <>
          <Link to="/forget-password" className="link">
            {t('login.forgot')}
          </Link>
          <Link to={`${other}${search}`} className="link">
            {t(isCreator ? 'login.toAdvertiser' : 'login.toCreator')}
          </Link>
          <Link to={isCreator ? '/sign-up-creator' : '/sign-up-advertiser'} className="link">
            {t(`login.${type}SignUp`)}
          </Link>
        </>
      }
    >
      {data.isPasswordSaved && result === undefined && <FormMessage tone="good">{t('reset.doneReview')}</FormMessage>}
      <LoginForm result={result ?? (data.isCodeNeeded ? CODE_NEEDED : undefined)} email={result?.email} />
    </AuthCard>
  )
}
