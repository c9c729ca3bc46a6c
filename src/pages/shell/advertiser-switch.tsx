import { Box } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { OwnAdvertiserView } from '#domains/people/teams/contract.ts'
import { CSRF_FIELD } from '#platform/web/form.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import disclosure from '#ui/disclosure.module.css'
import { Lettermark } from '#ui/lettermark.tsx'
import styles from './console-shell.module.css'

/** More brands stand on the page of the brands. */
const MAX_LISTED = 8

/**
 * Names the brand for which the session acts. An account in several teams switches here, by a form that works without a
 * script and loads a new document, so that no data of one brand stays in the frame of another.
 */
export function AdvertiserSwitch({ advertisers }: { advertisers: readonly OwnAdvertiserView[] }) {
  const t = useTexts('shell')
  const token = useCsrfToken()
  const present = advertisers.find(({ is_present: isPresent }) => isPresent)
  if (!present) return null
  const name = (
    <>
      <Lettermark name={present.name} size={26} />
      <span className={styles.who}>
        <strong>{present.name}</strong>
      </span>
    </>
  )
  if (advertisers.length === 1) {
    return (
      <Box mb="xs" className={styles.accountButton ?? ''}>
        {name}
      </Box>
    )
  }
  return (
    <Box mb="xs">
      <Disclosure
        summaryClassName={styles.accountButton}
        closesOnBlur
        summary={
          <>
            <span className="visually-hidden">{t('brand.label')}</span>
            {name}
            <IconSelector size={18} aria-hidden />
          </>
        }
      >
        <form method="post" action="/brand/brands" className={disclosure.popup}>
          <input type="hidden" name={CSRF_FIELD} value={token} />
          {advertisers.slice(0, MAX_LISTED).map(({ advertiser_id: id, name: each, is_present: isPresent }) => (
            <button key={id} name="advertiser_id" value={id} aria-current={isPresent || undefined}>
              {each}
              {isPresent && <IconCheck size={16} aria-hidden />}
            </button>
          ))}
          <Link to="/brand/brands">{t('brand.all')}</Link>
        </form>
      </Disclosure>
    </Box>
  )
}
