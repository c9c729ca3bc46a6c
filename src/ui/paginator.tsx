import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { pageWindow } from '#kernel/page-window.ts'
import { searchWith } from '#platform/web/search.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { useHash } from '#platform/web/use-hash.ts'
import styles from './paginator.module.css'

interface PaginatorProps {
  /** The present page, from 1. Beyond the end, the last page is shown. */
  page: number
  pageSize: number
  /** Rows of all pages. */
  count: number
  param?: string
}

/** Links to five pages around the present one, with dots for further pages. Renders nothing for a single page. */
export function Paginator({ page: wanted, pageSize, count, param = 'page_number' }: PaginatorProps) {
  const t = useTexts('ui')
  const { page, numbers, last, hasMoreBefore, hasMoreAfter } = pageWindow({ page: wanted, pageSize, count })
  if (last <= 1) return null
  const from = (page - 1) * pageSize + 1
  return (
    <nav className={styles.pages} aria-label={t('pages.label')}>
      <p className={styles.rows}>{t('pages.rows', { from, until: Math.min(count, page * pageSize), count })}</p>
      <ul className={styles.list}>
        <li>
          <Step page={page - 1} param={param} isOff={page <= 1} label={t('pages.previous')}>
            <IconChevronLeft size={18} aria-hidden />
          </Step>
        </li>
        {hasMoreBefore && <li>…</li>}
        {numbers.map((number) => (
          <li key={number}>
            <Step page={number} param={param} isCurrent={number === page} label={t('pages.page', { page: number })}>
              {number}
            </Step>
          </li>
        ))}
        {hasMoreAfter && <li>…</li>}
        <li>
          <Step page={page + 1} param={param} isOff={page >= last} label={t('pages.next')}>
            <IconChevronRight size={18} aria-hidden />
          </Step>
        </li>
      </ul>
    </nav>
  )
}

interface StepProps {
  page: number
  param: string
  label: string
  isCurrent?: boolean
  isOff?: boolean
  children: ReactNode
}

/** A link to a page, or plain text for the present page and beyond the ends. */
function Step({ page, param, label, isCurrent = false, isOff = false, children }: StepProps) {
  const [search] = useSearchParams()
  const hash = useHash()
  if (isOff) {
    return (
      <span className={styles.step} data-off>
        {children}
      </span>
    )
  }
  if (isCurrent) {
    return (
      <span className={styles.step} aria-current="page">
        {children}
      </span>
    )
  }
  return (
    <Link
      className={styles.step}
      to={{ search: searchWith(search, { [param]: String(page) }), hash }}
      aria-label={label}
      preventScrollReset
    >
      {children}
    </Link>
  )
}
