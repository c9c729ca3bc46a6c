import { IconChevronDown } from '@tabler/icons-react'
import { Link, NavLink } from 'react-router'
import { getHome } from '#domains/people/accounts/rules.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { Logo } from '#ui/logo.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import disclosure from '#ui/disclosure.module.css'
import { LanguageChoice, SchemeSwitch } from './preference-switches.tsx'
import styles from './public-header.module.css'

const PLACES = [
  ['creators', '/'],
  ['advertisers', '/advertisers'],
  ['about', '/about-us'],
  ['contact', '/contact-us'],
] as const

const LOGIN_PATHS = [
  ['advertiserLogin', '/login-advertiser'],
  ['creatorLogin', '/login-creator'],
  ['advertiserSignUp', '/sign-up-advertiser'],
  ['creatorSignUp', '/sign-up-creator'],
] as const

/** The public site's header: a bar with two menus, and on phones a list (specification 1, section 2). */
export function PublicHeader() {
  const t = useTexts('shell')
  const { network, actor } = useSession()
  return (
    <header className={styles.header}>
      <div className={`width ${styles.bar}`}>
        <Link to="/" className={styles.logo} aria-label={network.name}>
          <Logo name={network.name} />
        </Link>
        <nav className={`inline ${styles.nav} desktop-only`} aria-label={t('nav.label')}>
          {PLACES.map(([key, to]) => (
            <NavLink key={to} to={to} end className="plain">
              {t(`nav.${key}`)}
            </NavLink>
          ))}
        </nav>
        <div className={`inline soft ${styles.tools} desktop-only`}>
          <LanguageChoice />
          <SchemeSwitch />
        </div>
        <div className="inline desktop-only">
          {actor ? (
            <Link to={getHome(actor.role)} className={`filled ${styles.login}`}>
              {t('toConsole')}
            </Link>
          ) : (
            <>
              <LoginMenu label={t('logIn')} advertiser="/login-advertiser" creator="/login-creator" />
              <LoginMenu label={t('signUp')} advertiser="/sign-up-advertiser" creator="/sign-up-creator" isFilled />
            </>
          )}
        </div>
        <MobileList />
      </div>
    </header>
  )
}

function LoginMenu(props: { label: string; advertiser: string; creator: string; isFilled?: boolean }) {
  const t = useTexts('shell')
  return (
    <Disclosure
      summaryClassName={`${props.isFilled ? 'filled' : 'outline'} ${styles.login}`}
      closesOnLeave
      closesOnBlur
      summary={
        <>
          {props.label}
          <IconChevronDown size={16} aria-hidden className={styles.chevron} />
        </>
      }
    >
      <ul className={disclosure.popup}>
        <li>
          <Link to={props.advertiser}>{t('advertiser')}</Link>
        </li>
        <li>
          <Link to={props.creator}>{t('creator')}</Link>
        </li>
      </ul>
    </Disclosure>
  )
}

/** The menu on phones. The style sheet stops the page from scrolling while it is open. */
function MobileList() {
  const t = useTexts('shell')
  const { actor } = useSession()
  return (
    <Disclosure
      className={`${styles.mobile} mobile-only`}
      summaryClassName={styles.burger}
      label={t('nav.menu')}
      summary={
        <span className={styles.lines} aria-hidden>
          <i />
          <i />
        </span>
      }
    >
      <div className={styles.sheet}>
        <ul>
          {PLACES.map(([key, to]) => (
            <li key={to}>
              <Link to={to} className="face">
                {t(`nav.${key}`)}
              </Link>
            </li>
          ))}
          {actor ? (
            <li>
              <Link to={getHome(actor.role)} className="face link">
                {t('toConsole')}
              </Link>
            </li>
          ) : (
            LOGIN_PATHS.map(([key, to]) => (
              <li key={to}>
                <Link to={to} className="face link">
                  {t(key)}
                </Link>
              </li>
            ))
          )}
        </ul>
        <div className={`inline ${styles.sheetTools}`} data-upwards>
          <LanguageChoice />
          <SchemeSwitch />
        </div>
      </div>
    </Disclosure>
  )
}
