import { IconCheck, IconMoon, IconSun, IconWorld } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { useRootData, useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import type { Locale } from '#texts/texts.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import disclosure from '#ui/disclosure.module.css'
import styles from './preference-switches.module.css'

/** The names of the languages in the choice (specification 1, section 3). */
const NAMES: Record<Locale, string> = { en: 'United States', zh: '中文' }

/** Changes the language with a form, so that it works without a script and reloads the whole page. */
export function LanguageChoice() {
  const t = useTexts('shell')
  const { locale } = useSession()
  return (
    <Disclosure
      summaryClassName={styles.text}
      label={`${t('language')}: ${NAMES[locale]}`}
      closesOnBlur
      summary={
        <>
          <IconWorld size={18} stroke={1.7} aria-hidden />
          <span lang={locale}>{NAMES[locale]}</span>
        </>
      }
    >
      <PreferenceForm className={disclosure.popup}>
        {(['en', 'zh'] as const).map((each) => (
          <button key={each} name="locale" value={each} lang={each} aria-current={each === locale || undefined}>
            {NAMES[each]}
            {each === locale && <IconCheck size={16} aria-hidden />}
          </button>
        ))}
      </PreferenceForm>
    </Disclosure>
  )
}

/**
 * Switches between light and dark at once (`early-script.ts`). Without a script the form posts to the server, which
 * needs consent to keep the choice. By the `id` of the form, buttons elsewhere on the page post other choices.
 */
export function SchemeSwitch({ id }: { id?: string }) {
  const t = useTexts('shell')
  const canKeep = useRootData()?.consent === 'all'
  return (
    <PreferenceForm id={id} className={`inline ${styles.form}`} data-needs-script={!canKeep || undefined}>
      {(['dark', 'light'] as const).map((scheme) => (
        <button
          key={scheme}
          name="scheme"
          value={scheme}
          className={`${styles.icon} ${styles[scheme]}`}
          aria-label={t(scheme === 'dark' ? 'scheme.toDark' : 'scheme.toLight')}
        >
          {scheme === 'dark' ? <IconMoon size={18} aria-hidden /> : <IconSun size={18} aria-hidden />}
        </button>
      ))}
    </PreferenceForm>
  )
}

/** Posts to `/preferences`, which answers with the page that the form was on. */
export function PreferenceForm(props: ComponentProps<'form'>) {
  const { pathname, search } = useLocation()
  return (
    <form method="post" action="/preferences" {...props}>
      <input type="hidden" name="back" value={pathname + search} />
      {props.children}
    </form>
  )
}
