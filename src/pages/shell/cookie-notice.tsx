import { useEffect, useRef, useState } from 'react'
import type { MouseEvent, RefObject } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Consent } from '#platform/web/consent.ts'
import { keepConsent } from '#platform/web/kept-consent.ts'
import { useRootData } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { useHash, useIsHydrated } from '#platform/web/use-hash.ts'
import { PreferenceForm } from './preference-switches.tsx'
import styles from './cookie-notice.module.css'

/** The hash that shows the notice again. */
const COOKIES = 'cookies'

/**
 * Asks once for consent to optional cookies; the hash `#cookies` asks again. Without consent only necessary cookies are
 * set (`#platform/web/consent.ts`). The notice is a bar of the page below its header, so it never covers anything. On a
 * page without a script the style sheet shows it while the address has the hash.
 */
export function CookieNotice() {
  const t = useTexts('shell')
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useIsHydrated()
  const isAsked = useHash() === COOKIES
  const bar = useRef<HTMLElement>(null)
  const backToLink = useFocusWhenAsked(bar, isAsked)
  const kept = useRootData()?.consent
  const [given, setGiven] = useState<Consent>()
  const isOpen = isAsked || (kept ?? given) === undefined

  const choose = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    const answer = event.currentTarget.value as Consent
    keepConsent(answer)
    setGiven(answer)
    if (!isAsked) return
    backToLink()
    void navigate({ pathname, search }, { replace: true, preventScrollReset: true })
  }

  return (
    <section
      ref={bar}
      id={COOKIES}
      className={styles.notice}
      data-open={isOpen}
      hidden={isHydrated && !isOpen}
      aria-label={t('cookies.label')}
    >
      <div className={`width row ${styles.bar}`}>
        <p>
          {t('cookies.text')}{' '}
          <Link to="/privacy-policy" className="link">
            {t('cookies.more')}
          </Link>
        </p>
        <PreferenceForm className={`inline ${styles.answers}`}>
          <button className="outline" name="consent" value="necessary" onClick={choose}>
            {t('cookies.necessary')}
          </button>
          <button className="outline" name="consent" value="all" onClick={choose}>
            {t('cookies.all')}
          </button>
        </PreferenceForm>
      </div>
    </section>
  )
}

/** Focuses the first answer when the notice is asked for. Returns a function that focuses the link again. */
function useFocusWhenAsked(bar: RefObject<HTMLElement | null>, isAsked: boolean): () => void {
  const link = useRef<Element>(null)
  useEffect(() => {
    if (!isAsked) return
    link.current = document.activeElement
    bar.current?.querySelector('button')?.focus()
  }, [bar, isAsked])
  return () => link.current instanceof HTMLElement && link.current.focus()
}
