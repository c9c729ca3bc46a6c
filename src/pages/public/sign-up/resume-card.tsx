import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { CSRF_FIELD, INTENT_FIELD } from '#platform/web/form.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { MailArt } from './apply-art.tsx'
import styles from './wizard-frame.module.css'

/**
 * The page of the mailed link. Only its button continues the sign-up, so that mail scanners that open the link change
 * nothing.
 */
export function ResumeCard({ token }: { token: string }) {
  const t = useTexts('sign-up')
  const csrfToken = useCsrfToken()
  return (
    <Card title={t('resume.title')} text={t('resume.text')}>
      <Form method="post" action="/sign-up">
        <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
        <input type="hidden" name={INTENT_FIELD} value="resume" />
        <input type="hidden" name="token" value={token} />
        <button className={`filled ${styles.button}`}>{t('resume.action')}</button>
      </Form>
    </Card>
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
