import type { ReactNode } from 'react'
import styles from './list-panel.module.css'
import { PageSizeSelect } from './page-size-select.tsx'
import { Paginator } from './paginator.tsx'
import { Panel } from './panel.tsx'

interface ListPanelProps {
  /** A `FilterBar` and what stands beside it. */
  filters?: ReactNode
  /** The page that is shown, from 1. */
  page: { number: number; size: number }
  sizes: readonly number[]
  /** Rows of all pages. */
  count: number
  /** The table. */
  children: ReactNode
}

/** A list with its filters above and its pages below. */
export function ListPanel({ filters, page, sizes, count, children }: ListPanelProps) {
  return (
    <Panel flush>
      {filters !== undefined && <div className={styles.filters}>{filters}</div>}
      {children}
      <div className={styles.foot}>
        <PageSizeSelect sizes={sizes} value={page.size} />
        <Paginator page={page.number} pageSize={page.size} count={count} />
      </div>
    </Panel>
  )
}
