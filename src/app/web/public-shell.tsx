import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { Logo } from '#ui/logo.tsx'
import { homeOf } from './console-nav.ts'
import { Disclosure } from './disclosure.tsx'
import { OverlayArea } from './overlay-area.tsx'
import { LanguageSwitch, SchemeSwitch } from './preference-switches.tsx'
import styles from './public-shell.module.css'

const PLACES = [
  ['creators', '/'],
  ['advertisers', '/advertisers'],
  ['about', '/about-us'],
  ['contact', '/contact-us'],
] as const

const DOORS = [
  ['advertiserLogin', '/login-advertiser'],
  ['creatorLogin', '/login-creator'],
  ['advertiserSignUp', '/sign-up-advertiser'],
  ['creatorSignUp', '/sign-up-creator'],
] as const

const FOOTER = [
  ['privacy', '/privacy-policy'],
  ['contact', '/contact-us'],
  ['terms', '/terms-of-service'],
] as const

/** Header, content and footer of the public site. */
export function PublicShell({ children }: { children: ReactNode }) {
  const t = useTexts('shell')
  return (
    <div className={styles.page}>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <Header />
      <main id="content" className={styles.main}>
        {children}
      </main>
      <Footer />
      <OverlayArea />
    </div>
  )
}

function Header() {
  const t = useTexts('shell')
  const { brand, actor } = useSession()
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to="/" className={styles.logo} aria-label={brand.name}>
          <Logo name={brand.name} />
        </Link>
        <nav className={styles.nav} aria-label={t('nav.label')}>
          {PLACES.map(([key, to]) => (
            <NavLink key={to} to={to} end className={styles.place}>
              {t(`nav.${key}`)}
            </NavLink>
          ))}
        </nav>
        <div className={styles.tools}>
          <SchemeSwitch />
          <LanguageSwitch />
        </div>
        {actor ? (
          <Link to={homeOf(actor.role)} className={`${styles.door} ${styles.filled}`}>
            {t('toConsole')}
          </Link>
        ) : (
          <div className={styles.doors}>
            <DoorMenu label={t('logIn')} advertiser="/login-advertiser" creator="/login-creator" />
            <DoorMenu label={t('signUp')} advertiser="/sign-up-advertiser" creator="/sign-up-creator" isFilled />
          </div>
        )}
        <MobileList />
      </div>
    </header>
  )
}

function DoorMenu(props: { label: string; advertiser: string; creator: string; isFilled?: boolean }) {
  const t = useTexts('shell')
  return (
    <Disclosure
      className={styles.menu}
      summaryClassName={`${styles.door} ${props.isFilled ? styles.filled : ''}`}
      closesOnLeave
      summary={
        <>
          {props.label}
          <IconChevronDown size={16} aria-hidden className={styles.chevron} />
        </>
      }
    >
      <div className={styles.menuArea}>
        <ul className={styles.menuList}>
          <li>
            <Link to={props.advertiser}>{t('advertiser')}</Link>
          </li>
          <li>
            <Link to={props.creator}>{t('creator')}</Link>
          </li>
        </ul>
      </div>
    </Disclosure>
  )
}

function MobileList() {
  const t = useTexts('shell')
  const { actor } = useSession()
  return (
    <Disclosure
      className={styles.mobile}
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
        <ul className={styles.sheetList}>
          {PLACES.map(([key, to]) => (
            <li key={to}>
              <Link to={to}>{t(`nav.${key}`)}</Link>
            </li>
          ))}
          {actor ? (
            <li>
              <Link to={homeOf(actor.role)}>{t('toConsole')}</Link>
            </li>
          ) : (
            DOORS.map(([key, to]) => (
              <li key={to} className={styles.sheetDoor}>
                <Link to={to}>{t(key)}</Link>
              </li>
            ))
          )}
        </ul>
        <div className={styles.sheetTools}>
          <SchemeSwitch />
          <LanguageSwitch />
        </div>
      </div>
    </Disclosure>
  )
}

function Footer() {
  const t = useTexts('shell')
  const { brand } = useSession()
  return (
    <footer className={styles.footer}>
      <div className={styles.footerInner}>
        <div>
          <Logo name={brand.name} size={26} />
          <p className={styles.tagline}>{t('footer.tagline')}</p>
        </div>
        <nav aria-label={t('footer.label')}>
          <ul className={styles.footerLinks}>
            <li>
              <Link to="/about-us" reloadDocument>
                {t('footer.about')}
              </Link>
            </li>
            {FOOTER.map(([key, to]) => (
              <li key={to}>
                <Link to={to}>{t(`footer.${key}`)}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <p className={styles.copyright}>{t('footer.copyright', { brand: brand.name })}</p>
      </div>
    </footer>
  )
}
