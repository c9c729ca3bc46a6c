import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
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

/** The page after the link of a finished sign-up. */
export function ConfirmedCard() {
  const t = useTexts('sign-up')
  return (
    <Card title={t('resume.confirmedTitle')} text={t('resume.confirmedText')}>
      <Link to="/" className={`filled ${styles.button}`}>
        {t('thanks.home')}
      </Link>
    </Card>
  )
}

/** The page for a link that has expired or that a newer one has replaced. */
export function InvalidLinkCard() {
  const t = useTexts('sign-up')
  return (
    <Card title={t('resume.invalidTitle')} text={t('resume.invalidText')}>
      <Link to="/sign-up?step=1" className={`filled ${styles.button}`}>
        {t('resume.again')}
      </Link>
    </Card>
  )
}

function Card({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={`stack ${styles.page}`}>
      <section className={`card stack ${styles.card} ${styles.thanks}`}>
        <MailArt />
        <h1 className="title">{title}</h1>
        <p className={`lead ${styles.text}`}>{text}</p>
        {children}
      </section>
    </div>
  )
}
