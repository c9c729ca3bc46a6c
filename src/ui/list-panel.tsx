import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { FilterFold } from './filter-fold.tsx'
import { PageSizeSelect } from './page-size-select.tsx'
import { Paginator } from './paginator.tsx'
import { Panel } from './panel.tsx'

interface ListPanelProps {
  /** A `FilterBar` and the controls beside it. */
  filters?: ReactNode
  /** The page that is shown, from 1. */
  page: { number: number; size: number }
  sizes: readonly number[]
  /** Rows of all pages. */
  count: number
  /** The table. */
  children: ReactNode
}

/** The edges of the rows of the table. */
const EDGE = { base: 'md', sm: 'lg' }

/** A list with filters above and page links below. */
export function ListPanel({ filters, page, sizes, count, children }: ListPanelProps) {
  return (
    <Panel flush>
      {filters !== undefined && (
        <Box px={EDGE} py="md">
          <FilterFold>{filters}</FilterFold>
        </Box>
      )}
      {children}
      <Group justify="space-between" gap={0}>
        <Box px={EDGE} py="md">
          <PageSizeSelect sizes={sizes} value={page.size} />
        </Box>
        <Paginator page={page.number} pageSize={page.size} count={count} />
      </Group>
    </Panel>
  )
}
