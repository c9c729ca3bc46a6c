import { Link, useLocation, useNavigate } from 'react-router'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import styles from './login-dialog.module.css'

/** Asks which side the visitor belongs to and leads to that login page; `next` travels along. */
export function LoginDialog() {
  const t = useTexts('shell')
  const { brand } = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const onClose = () => void navigate({ pathname, search, hash: '' }, { replace: true, preventScrollReset: true })
  const next = new URLSearchParams(search).get('next')
  const suffix = next === null ? '' : `?next=${encodeURIComponent(next)}`
  return (
    <Dialog isOpen onClose={onClose} title={t('login.title')}>
      <p className={styles.text}>{t('login.text', { brand: brand.name })}</p>
      <div className={styles.sides}>
        <Link to={`/login-creator${suffix}`} className={styles.side}>
          <strong>{t('creator')}</strong>
          <span>{t('login.creatorText')}</span>
        </Link>
        <Link to={`/login-advertiser${suffix}`} className={styles.side}>
          <strong>{t('advertiser')}</strong>
          <span>{t('login.advertiserText')}</span>
        </Link>
      </div>
      <p className={styles.text}>
        {t('login.noAccount')} <Link to="/sign-up">{t('signUp')}</Link>
      </p>
    </Dialog>
  )
}
