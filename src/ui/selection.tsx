import { Button, CloseButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { CheckBox } from './check-box.tsx'
import type { Column } from './data-table.tsx'

/** The rows of a list that the reader has selected. */
export interface Selection<Row> {
  /** The selected rows of this page. */
  rows: readonly Row[]
  /** Whether all rows of the filter are selected, also those of other pages. An act then takes the filter. */
  isMatching: boolean
  /** Whether all rows of this page are selected. */
  isPage: boolean
  /** The column with the boxes; the first of the table. */
  column: Column<Row>
  selectMatching: () => void
  selectPage: () => void
  clear: () => void
}

interface SelectionOptions<Row> {
  /** A key that changes with the state of the row, so that a row that has changed is no longer selected. */
  rowKey: (row: Row) => string
  /** The accessible name of the box of a row: `Select order A-1001`. */
  getLabel: (row: Row) => string
}

/** Holds which rows of a list are selected. Nothing is selected any more when the page shows other rows. */
export function useSelection<Row>(rows: readonly Row[], { rowKey, getLabel }: SelectionOptions<Row>): Selection<Row> {
  const t = useTexts('ui')
  const keys = rows.map(rowKey)
  const shown = keys.join()
  const [state, setState] = useState({ shown, chosen: NONE, isMatching: false })
  const { chosen, isMatching } = state.shown === shown ? state : { chosen: NONE, isMatching: false }
  const choose = (next: ReadonlySet<string>) => setState({ shown, chosen: next, isMatching: false })
  const isPage = keys.length > 0 && keys.every((key) => chosen.has(key))
  return {
    rows: rows.filter((row) => chosen.has(rowKey(row))),
    isMatching,
    isPage,
    selectMatching: () => setState({ shown, chosen: new Set(keys), isMatching: true }),
    selectPage: () => choose(new Set(keys)),
    clear: () => choose(NONE),
    column: {
      key: 'select',
      place: 'select',
      header: (
        <CheckBox
          aria-label={t('selection.page')}
          checked={isPage}
          isPartial={chosen.size > 0 && !isPage}
          onChange={(event) => choose(event.currentTarget.checked ? new Set(keys) : NONE)}
        />
      ),
      cell: (row) => (
        <CheckBox
          data-select
          aria-label={getLabel(row)}
          checked={chosen.has(rowKey(row))}
          onChange={() => choose(chosen.symmetricDifference(new Set([rowKey(row)])))}
        />
      ),
    },
  }
}

const NONE: ReadonlySet<string> = new Set()

interface SelectionBarProps<Row> {
  selection: Selection<Row>
  /** The number of rows of the filter. Without it the bar does not offer them. */
  matchingCount?: number | undefined
  /** What the selected rows are worth, where money is concerned; with `isMatching` all rows of the filter. */
  sums?: ReactNode
  /** The acts on the selected rows. */
  children: ReactNode
}

/**
 * Shows how many rows are selected, what they are worth, and the acts on them; nothing while no row is selected. Once
 * all rows of the page are selected, it offers all rows of the filter.
 */
export function SelectionBar<Row>({ selection, matchingCount, sums, children }: SelectionBarProps<Row>) {
  const t = useTexts('ui')
  const { rows, isMatching, isPage, selectMatching, selectPage, clear } = selection
  if (rows.length === 0) return null
  const hasMore = matchingCount !== undefined && matchingCount > rows.length
  const text = isMatching
    ? t('selection.matching', { count: matchingCount ?? rows.length })
    : t('selection.rows', { count: rows.length })
  return (
    <Group gap="sm" px="lg" py="sm" bg="var(--surface-sunk)" pos="sticky" bottom={0} style={{ zIndex: 5 }}>
      <CloseButton aria-label={t('selection.clear')} onClick={clear} />
      <Text component="output" className="tabular">
        <strong>{text}</strong>
        {sums !== undefined && (
          <Text span c="dimmed">
            {' · '}
            {sums}
          </Text>
        )}
      </Text>
      {hasMore && isPage && !isMatching && (
        <Button size="compact-sm" variant="subtle" onClick={selectMatching}>
          {t('selection.selectMatching', { count: matchingCount })}
        </Button>
      )}
      {isMatching && (
        <Button size="compact-sm" variant="subtle" onClick={selectPage}>
          {t('selection.onlyPage', { count: rows.length })}
        </Button>
      )}
      <Group gap="xs" ml="auto">
        {children}
      </Group>
    </Group>
  )
}
