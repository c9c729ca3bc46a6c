import { NavLink, Text } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { View } from '#domains/desk/saved-views/contract.ts'
import { MAX_VIEW_COUNT } from '#domains/desk/saved-views/rules/limits.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import styles from './console-shell.module.css'

/** The pinned views of an account in the side navigation, each with its number of rows once that is known. */
export function PinnedViews({ views }: { views: readonly View[] }) {
  const t = useTexts('shell')
  const { pathname, search } = useLocation()
  const counts = useCounts(views)
  if (views.length === 0) return null
  const open = new URLSearchParams(search).get('view')
  return (
    <div>
      <p className={styles.heading}>{t('console.pinnedViews')}</p>
      <ul className="plain-list">
        {views.map(({ id, name, path }) => (
          <li key={id}>
            <NavLink
              component={Link}
              to={path}
              aria-current={open === String(id) && path.startsWith(`${pathname}?`) ? 'page' : undefined}
              label={name}
              leftSection={<IconBookmark size={19} stroke={1.7} aria-hidden />}
              rightSection={<Count count={counts.get(id)} />}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Count({ count }: { count: number | undefined }) {
  const t = useTexts('shell')
  if (count === undefined) return null
  return (
    <Text span fz="0.82rem" c="dimmed" className="tabular">
      {count > MAX_VIEW_COUNT ? t('console.moreRows', { count: MAX_VIEW_COUNT }) : t('console.rows', { count })}
    </Text>
  )
}

/** Counts the rows after the page is shown, and again when other views are pinned. */
function useCounts(views: readonly View[]): ReadonlyMap<number, number> {
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(new Map())
  const csrfToken = useCsrfToken()
  const shown = views.map(({ id, query }) => `${id} ${query}`).join()
  useEffect(() => {
    if (shown === '') return
    import('./count-views.ts')
      .then(({ countViews }) => countViews(csrfToken))
      .then(setCounts)
      .catch(() => undefined)
  }, [shown, csrfToken])
  return counts
}
