import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { MailArt } from './apply-art.tsx'
import styles from './wizard-frame.module.css'

/**
 * The dialog at the end of the sign-up, which asks the publisher to read the mail. Its button and closing it both lead
 * to the login.
 */
export function DoneDialog() {
  const t = useTexts('sign-up')
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  const toLogin = () => void navigate('/#login')

  useEffect(() => {
    // The server renders it open, so that it is visible without a script. The script makes it modal.
    dialog.current?.removeAttribute('open')
    dialog.current?.showModal()
  }, [])

  return (
    <div className={`${styles.page} ${styles.done}`}>
      <dialog
        ref={dialog}
        open
        className={`card stack ${styles.thanks} ${styles.dialog}`}
        aria-labelledby="sign-up-done"
        onClose={toLogin}
      >
        <MailArt />
        <h1 id="sign-up-done" className="heading">
          {t('publisher.doneTitle')}
        </h1>
        <p className="soft">{t('publisher.doneText')}</p>
        <Link to="/#login" className={`filled ${styles.button}`}>
          {t('publisher.doneAction')}
        </Link>
        <Link to="/#login" className={styles.close} aria-label={t('publisher.close')}>
          ×
        </Link>
      </dialog>
    </div>
  )
}
