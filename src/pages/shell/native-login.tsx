import { useLocation } from 'react-router'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { getLoginPath } from './login-path.ts'
import styles from './public-shell.module.css'

/**
 * Leads to the login pages in a browser without scripts, where the hash `#login` opens no dialog. The hash shows two
 * links. The address that pages behind the login redirect to, `/?next=…`, leads on at once.
 */
export function NativeLogin() {
  const t = useTexts('shell')
  const { pathname, search } = useLocation()
  const { actor } = useSession()
  if (actor) return null
  const creator = getLoginPath('creator', search)
  const isRedirected = pathname === '/' && creator.includes('?')
  return (
    <noscript>
      {isRedirected && <meta httpEquiv="refresh" content={`0;url=${creator}`} />}
      <p id="login" className={`width row ${styles.login}`}>
        <a href={creator} className="link">
          {t('creatorLogin')}
        </a>
        <a href={getLoginPath('advertiser', search)} className="link">
          {t('advertiserLogin')}
        </a>
      </p>
    </noscript>
  )
}
