import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { Logo } from '#ui/logo.tsx'
import { CookieNotice } from './cookie-notice.tsx'
import { OverlayArea } from './overlay-area.tsx'
import { NativeLogin } from './native-login.tsx'
import { LanguageChoice } from './preference-switches.tsx'
import { PublicHeader } from './public-header.tsx'
import styles from './public-shell.module.css'

/** Header, content and footer of the public site. */
export function PublicShell({ children }: { children: ReactNode }) {
  const t = useTexts('shell')
  return (
    <div className={styles.page}>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <PublicHeader />
      <CookieNotice />
      <NativeLogin />
      <main id="content" className={styles.main}>
        {children}
      </main>
      <Footer />
      <OverlayArea />
    </div>
  )
}

const LINKS = [
  ['privacy', '/privacy-policy'],
  ['contact', '/contact-us'],
  ['terms', '/terms-of-service'],
] as const

const MORE_LINKS = [
  ['features', '/features'],
  ['publishers', '/publisher'],
  ['referral', '/referral-program'],
  ['help', '/help'],
  ['imprint', '/imprint'],
] as const

function Footer() {
  const t = useTexts('shell')
  const { network } = useSession()
  return (
    <footer className={styles.footer}>
      <div className={`width split ${styles.inner}`}>
        <div className={styles.brand}>
          <Logo name={network.name} size={26} />
          <p className="soft">{t('footer.tagline')}</p>
          <div data-upwards>
            <LanguageChoice />
          </div>
        </div>
        <nav className={styles.nav} aria-label={t('footer.label')}>
          <ul className={`row ${styles.links}`}>
            <li>
              <Link to="/about-us" reloadDocument>
                {t('footer.about')}
              </Link>
            </li>
            {LINKS.map(([key, to]) => (
              <li key={to}>
                <Link to={to}>{t(`footer.${key}`)}</Link>
              </li>
            ))}
          </ul>
          <ul className={`row ${styles.links} ${styles.more}`}>
            {MORE_LINKS.map(([key, to]) => (
              <li key={to}>
                <Link to={to}>{t(`footer.${key}`)}</Link>
              </li>
            ))}
            <li>
              <Link to="#cookies" preventScrollReset>
                {t('footer.cookies')}
              </Link>
            </li>
          </ul>
        </nav>
        <p className={styles.copyright}>{t('footer.copyright', { networkName: network.name })}</p>
      </div>
    </footer>
  )
}
