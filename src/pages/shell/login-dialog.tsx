import { FocusTrap } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useFetcher, useLocation, useNavigate } from 'react-router'
import type { LoginType } from '#domains/people/accounts/contract/sign-in.ts'
import type { action, loader } from '#pages/public/login/login-creator-page.tsx'
import { LoginForm } from '#domains/people/accounts/web/login-form.tsx'
import { CsrfTokenContext } from '#platform/web/session.tsx'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { MantineRoot } from '#ui/mantine-root.tsx'
import { getLoginPath } from './login-path.ts'
import styles from './login-dialog.module.css'

/** The login dialog over the pages of the public site. It loads its data from the login pages and posts to them. */
export function LoginDialog({ isOpen }: { isOpen: boolean }) {
  const t = useTexts('shell')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { load, data: login, state } = useFetcher<typeof loader>()
  const [type, setType] = useState<LoginType>('creator')

  useEffect(() => {
    if (isOpen) void load(getLoginPath('creator', search))
  }, [load, search, isOpen])

  const onClose = () => void navigate({ pathname, search, hash: '' }, { replace: true, preventScrollReset: true })
  return (
    <MantineRoot>
      <Dialog isOpen={isOpen} onClose={onClose} title={t('login.title')}>
        {/* Otherwise the dialog would focus its close button first. */}
        <FocusTrap.InitialFocus />
        <SideChoice type={type} onChange={setType} />
        {login ? (
          <TextsProvider texts={login.texts}>
            <CsrfTokenContext value={login.csrfToken}>
              <SideLogin key={type} type={type} />
            </CsrfTokenContext>
          </TextsProvider>
        ) : (
          <output className={styles.waiting}>
            {state === 'loading' ? (
              t('login.loading')
            ) : (
              <a href={getLoginPath(type, search)}>{t('login.failedLink')}</a>
            )}
          </output>
        )}
        <p className={`row soft ${styles.links}`}>
          <Link to="/forget-password" className="link">
            {t('login.forgot')}
          </Link>
          <span>
            {t('login.noAccount')}{' '}
            <Link to={SIGN_UPS[type]} className="link">
              {t('signUp')}
            </Link>
          </span>
        </p>
      </Dialog>
    </MantineRoot>
  )
}

const SIDES = ['creator', 'advertiser'] as const satisfies readonly LoginType[]
const SIGN_UPS = { creator: '/sign-up-creator', advertiser: '/sign-up-advertiser' } as const

function SideChoice({ type, onChange }: { type: LoginType; onChange: (type: LoginType) => void }) {
  const t = useTexts('shell')
  return (
    <fieldset className={styles.sides}>
      <legend className="visually-hidden">{t('login.side')}</legend>
      {SIDES.map((each) => (
        <label key={each} className={styles.side}>
          <input
            className="visually-hidden"
            type="radio"
            name="side"
            checked={each === type}
            onChange={() => onChange(each)}
          />
          {t(each)}
        </label>
      ))}
    </fieldset>
  )
}

/** The login form for one login type. Refusals appear in the dialog; a success loads a new document. */
function SideLogin({ type }: { type: LoginType }) {
  const fetcher = useFetcher<typeof action>()
  const { search } = useLocation()
  const { data: result } = fetcher
  return <LoginForm result={result} fetcher={fetcher} email={result?.email} action={getLoginPath(type, search)} />
}
