import { useState } from 'react'
import type { MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { keepConsent } from '#platform/web/consent.ts'
import type { Consent } from '#platform/web/consent.ts'
import { useRootData } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { useHash } from '#platform/web/use-hash.ts'
import { PreferenceForm } from './preference-switches.tsx'
import styles from './cookie-notice.module.css'

/** The hash that shows the notice again. */
const COOKIES = 'cookies'

/**
 * Asks once for consent to optional cookies; the hash `#cookies` asks again. Without consent only necessary cookies are
 * set (`#platform/web/consent.ts`). It covers the page's footer, so that nothing moves when it closes.
 */
export function CookieNotice() {
  const t = useTexts('shell')
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isAsked = useHash() === COOKIES
  const kept = useRootData()?.consent
  const [given, setGiven] = useState<Consent>()
  const isOpen = isAsked || (kept ?? given) === undefined

  const choose = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    const answer = event.currentTarget.value as Consent
    keepConsent(answer)
    setGiven(answer)
    if (isAsked) void navigate({ pathname, search }, { replace: true, preventScrollReset: true })
  }

  return (
    <section id={COOKIES} className={`card ${styles.notice}`} data-open={isOpen} aria-label={t('cookies.label')}>
      <p className="soft">
        {t('cookies.text')}{' '}
        <Link to="/privacy-policy" className="link">
          {t('cookies.more')}
        </Link>
      </p>
      <PreferenceForm className={`row ${styles.answers}`}>
        <button className="outline" name="consent" value="necessary" onClick={choose}>
          {t('cookies.necessary')}
        </button>
        <button className="outline" name="consent" value="all" onClick={choose}>
          {t('cookies.all')}
        </button>
      </PreferenceForm>
    </section>
  )
}
