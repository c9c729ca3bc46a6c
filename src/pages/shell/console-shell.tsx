import { IconLogout, IconMenu2, IconSelector, IconUserCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, NavLink, useNavigation } from 'react-router'
import { homeOf } from '#domains/accounts/rules.ts'
import type { ActorView } from '#platform/web/call-context.ts'
import { CSRF_FIELD } from '#platform/web/form.ts'
import { useCsrfToken, useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { Lettermark } from '#ui/lettermark.tsx'
import { Logo } from '#ui/logo.tsx'
import { consoleNav } from './console-nav.ts'
import { CookieNotice } from './cookie-notice.tsx'
import { Disclosure } from './disclosure.tsx'
import { LanguageChoice, SchemeSwitch } from './preference-switches.tsx'
import styles from './console-shell.module.css'

/** The frame of all signed-in pages: side navigation by role, account menu, content. */
export function ConsoleShell({ actor, children }: { actor: ActorView; children: ReactNode }) {
  const t = useTexts('shell')
  const { brand } = useSession()
  const isMoving = useNavigation().state !== 'idle'
  return (
    <div className={styles.frame}>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <div className={styles.progress} data-active={isMoving || undefined} aria-hidden />
      <aside className={styles.side}>
        <Link to={homeOf(actor.role)} className={styles.logo} aria-label={brand.name}>
          <Logo name={brand.name} size={26} />
        </Link>
        <Navigation actor={actor} />
        <AccountMenu actor={actor} />
      </aside>
      <header className={styles.top}>
        <Link to={homeOf(actor.role)} className={styles.logo} aria-label={brand.name}>
          <Logo name={brand.name} size={24} />
        </Link>
        <Disclosure
          className={styles.drawer}
          summaryClassName={styles.burger}
          label={t('nav.menu')}
          summary={<IconMenu2 size={22} aria-hidden />}
        >
          <div className={styles.sheet}>
            <Navigation actor={actor} />
            <AccountMenu actor={actor} />
          </div>
        </Disclosure>
      </header>
      <main id="content" className={styles.main}>
        {children}
      </main>
      <CookieNotice />
    </div>
  )
}

function Navigation({ actor }: { actor: ActorView }) {
  const t = useTexts('shell')
  return (
    <nav className={styles.nav} aria-label={t('console.label')}>
      {consoleNav[actor.role].map((group) => (
        <div key={group.key}>
          <p className={styles.group}>{t(`console.${group.key}`)}</p>
          <ul className={styles.items}>
            {group.items.map(({ key, to, icon: Icon }) => (
              <li key={to}>
                <NavLink to={to} end className={styles.item} prefetch="intent">
                  <Icon size={19} stroke={1.7} aria-hidden />
                  {t(`console.${key}`)}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function AccountMenu({ actor }: { actor: ActorView }) {
  const t = useTexts('shell')
  return (
    <div className={styles.foot}>
      <div className={styles.switches} data-upwards>
        <LanguageChoice />
        <SchemeSwitch />
      </div>
      <Disclosure
        className={styles.account}
        summaryClassName={styles.accountButton}
        summary={
          <>
            <Lettermark name={actor.displayName} size={34} isRound />
            <span className={styles.who}>
              <strong>{actor.displayName}</strong>
              <small>{t(`console.${actor.role}`)}</small>
            </span>
            <IconSelector size={18} aria-hidden />
          </>
        }
      >
        <div className={styles.accountMenu}>
          <p className={styles.signedIn}>
            {t('account.signedInAs')}
            <span>{actor.email}</span>
          </p>
          {actor.role === 'publisher' && (
            <Link to="/account">
              <IconUserCircle size={18} aria-hidden />
              {t('account.settings')}
            </Link>
          )}
          <LogOutForm label={t('account.logOut')} />
        </div>
      </Disclosure>
    </div>
  )
}

/** Leaves with a new document, so that nothing of the account stays in the page's memory. */
function LogOutForm({ label }: { label: string }) {
  return (
    <form method="post" action="/log-out">
      <input type="hidden" name={CSRF_FIELD} value={useCsrfToken()} />
      <button>
        <IconLogout size={18} aria-hidden />
        {label}
      </button>
    </form>
  )
}
