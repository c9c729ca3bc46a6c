import { Box, Flex, Group } from '@mantine/core'
import { Suspense, lazy, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ShownList } from '#platform/web/read-list.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CursorPager } from './cursor-pager.tsx'
import { FilterFold } from './filter-fold.tsx'
import { IgnoredParameters } from './ignored-parameters.tsx'
import { focusRow, toggleRow } from './list-keys.ts'
import { PageSizeSelect } from './page-size-select.tsx'
import { Paginator } from './paginator.tsx'
import { Panel } from './panel.tsx'
import { useShortcuts } from './shortcuts.ts'

const DensitySwitch = lazy(async () => ({ default: (await import('./density-switch.tsx')).DensitySwitch }))

interface ListPanelProps {
  title?: ReactNode
  /** A sentence below the title. */
  text?: ReactNode
  /** The list of the address, for the parameters that it does not know. */
  list?: ShownList
  /** A `FilterBar` and the controls beside it. */
  filters?: ReactNode
  /** A `ColumnMenu` and a download, at the end of the line of the filters. */
  tools?: ReactNode
  /** Saved views and what stands between them and the filters. */
  above?: ReactNode
  /** Whether rows can be selected, by a column of `useSelection`. */
  canSelect?: boolean
  /** The page that is shown, from 1. A list with cursors has only a size. */
  page: { number?: number; size: number }
  sizes: readonly number[]
  /** Rows of all pages, of a list with page numbers. */
  count?: number
  /** The cursors of a list without page numbers. */
  cursors?: { next: string | null; previous: string | null }
  /** The table, and a `SelectionBar` below it. */
  children: ReactNode
}

/** The edges of the rows of the table. */
const EDGE = { base: 'md', sm: 'lg' }

/** A list with filters above and page links below. */
export function ListPanel({ title, text, list, filters, tools, above, page, sizes, ...rest }: ListPanelProps) {
  const { count = 0, cursors, canSelect = false, children } = rest
  useRowShortcuts(canSelect)
  const isBare = above === undefined && filters === undefined && tools === undefined
  return (
    <Panel flush title={title} text={text}>
      {list !== undefined && list.ignored.length > 0 && (
        <Box px={EDGE} pt="md">
          <IgnoredParameters list={list} />
        </Box>
      )}
      {!isBare && <ListTop above={above} filters={filters} tools={tools} />}
      {children}
      {!isOnShortestPage({ page, sizes, count, cursors }) && (
        <Group justify="space-between" gap={0}>
          <Group px={EDGE} py="md" gap="xs" align="end">
            <PageSizeSelect sizes={sizes} value={page.size} />
            <Suspense>{isBare && <DensitySwitch />}</Suspense>
          </Group>
          {cursors ? (
            <CursorPager {...cursors} />
          ) : (
            <Paginator page={page.number ?? 1} pageSize={page.size} count={count} />
          )}
        </Group>
      )}
    </Panel>
  )
}

/** Whether all rows stand on one page of the smallest size, so that there is nothing to choose. */
function isOnShortestPage({
  page,
  sizes,
  count = 0,
  cursors,
}: Pick<ListPanelProps, 'page' | 'sizes' | 'count' | 'cursors'>) {
  const smallest = Math.min(...sizes)
  if (!cursors) return count <= smallest
  return page.size === smallest && cursors.next === null && cursors.previous === null
}

/**
 * What stands above the rows: saved views with the tools at the end of their line, then the filters. On a phone, and in
 * a list without views, the tools end the line of the filters.
 */
function ListTop({ above, filters, tools }: Pick<ListPanelProps, 'above' | 'filters' | 'tools'>) {
  const shownFilters = filters !== undefined && <FilterFold>{filters}</FilterFold>
  const shownTools = (
    <Group gap="xs" ml="auto">
      {tools}
      <Suspense>
        <DensitySwitch />
      </Suspense>
    </Group>
  )
  const shared = { px: EDGE, py: 'md', gap: 'xs', wrap: 'wrap' } as const
  if (above === undefined) {
    return (
      <Flex {...shared} align="end">
        <Box flex={{ sm: '1 1 0' }}>{shownFilters}</Box>
        {shownTools}
      </Flex>
    )
  }
  return (
    // On a phone the tools end the line of the filters, though they are read before them.
    <Flex {...shared} align="center" direction={{ base: 'row-reverse', sm: 'row' }}>
      <Box flex={{ base: '1 0 100%', sm: '1 1 0' }} miw={0}>
        {above}
      </Box>
      {shownTools}
      <Box w="100%" visibleFrom="sm" />
      {shownFilters}
    </Flex>
  )
}

/** Registers the keys that walk the rows. */
function useRowShortcuts(canSelect: boolean): void {
  const t = useTexts('ui')
  const group = useMemo(
    () => ({
      title: t('shortcuts.list'),
      shortcuts: [
        { keys: 'j', label: t('shortcuts.nextRow'), run: () => focusRow(1) },
        { keys: 'k', label: t('shortcuts.previousRow'), run: () => focusRow(-1) },
        { keys: 'enter', label: t('shortcuts.openRow') },
        ...(canSelect ? [{ keys: 'x', label: t('shortcuts.selectRow'), run: toggleRow }] : []),
      ],
    }),
    [t, canSelect],
  )
  useShortcuts(group)
}
