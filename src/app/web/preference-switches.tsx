import { useMantineColorScheme } from '@mantine/core'
import { useLocation } from 'react-router'
import { IconLanguage, IconMoon, IconSun } from '@tabler/icons-react'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import type { Locale } from '#texts/texts.ts'
import styles from './preference-switches.module.css'

const NAMES: Record<Locale, string> = { en: 'English', zh: '中文' }

/** Changes the language with a form, so that it works without a script and the page comes back whole. */
export function LanguageSwitch() {
  const t = useTexts('shell')
  const { locale } = useSession()
  const { pathname, search } = useLocation()
  const other: Locale = locale === 'en' ? 'zh' : 'en'
  return (
    <form method="post" action="/preferences" className={styles.form}>
      <input type="hidden" name="back" value={pathname + search} />
      <button
        className={styles.text}
        name="locale"
        value={other}
        lang={other}
        aria-label={`${t('language')}: ${NAMES[other]}`}
      >
        <IconLanguage size={18} aria-hidden />
        {NAMES[other]}
      </button>
    </form>
  )
}

/** Changes between light and dark at once; without a script the same form asks the server. */
export function SchemeSwitch() {
  const t = useTexts('shell')
  const { setColorScheme } = useMantineColorScheme()
  const { pathname, search } = useLocation()
  return (
    <form method="post" action="/preferences" className={styles.form}>
      <input type="hidden" name="back" value={pathname + search} />
      {(['dark', 'light'] as const).map((scheme) => (
        <button
          key={scheme}
          name="scheme"
          value={scheme}
          className={`${styles.icon} ${styles[scheme]}`}
          aria-label={t(scheme === 'dark' ? 'scheme.toDark' : 'scheme.toLight')}
          onClick={(event) => {
            event.preventDefault()
            setColorScheme(scheme)
          }}
        >
          {scheme === 'dark' ? <IconMoon size={18} aria-hidden /> : <IconSun size={18} aria-hidden />}
        </button>
      ))}
    </form>
  )
}
