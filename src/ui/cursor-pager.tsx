import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { PLACE_PARAMS } from '#kernel/paging.ts'
import { FIRST_PAGE, searchWith } from '#platform/web/search.ts'
import { useTexts } from '#platform/web/texts.tsx'
import styles from './paginator.module.css'

interface CursorPagerProps {
  /** The cursors of the next and previous page; null when there is none. */
  next: string | null
  previous: string | null
}

/** Links to the first, previous and next page of a list without page numbers; nothing when there is one page. */
export function CursorPager({ next, previous }: CursorPagerProps) {
  const t = useTexts('ui')
  const [search] = useSearchParams()
  const isFirst = previous === null && !PLACE_PARAMS.some((name) => search.has(name))
  if (isFirst && next === null) return null
  const change = (place: Record<string, string>) => searchWith(search, { ...FIRST_PAGE, ...place })
  return (
    <nav className={styles.pages} aria-label={t('pages.label')}>
      <ul className={styles.list}>
        <li>
          <Step to={isFirst ? null : change({})} label={t('pages.first')}>
            <IconChevronsLeft size={18} aria-hidden />
          </Step>
        </li>
        <li>
          <Step to={previous && change({ before: previous })} label={t('pages.previous')}>
            <IconChevronLeft size={18} aria-hidden />
          </Step>
        </li>
        <li>
          <Step to={next && change({ after: next })} label={t('pages.next')}>
            <IconChevronRight size={18} aria-hidden />
          </Step>
        </li>
      </ul>
    </nav>
  )
}

/** A link to a page, or plain text when there is no such page. */
function Step({ to, label, children }: { to: string | null; label: string; children: ReactNode }) {
  if (to === null) {
    return (
      <span className={styles.step} data-off>
        {children}
      </span>
    )
  }
  return (
    <Link className={styles.step} to={to} aria-label={label} preventScrollReset>
      {children}
    </Link>
  )
}
