import { Group, Skeleton, Table } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigation, useSearchParams } from 'react-router'
import { FIRST_PAGE, searchWith } from '#platform/web/search.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorPanel } from './error-panel.tsx'
import styles from './data-table.module.css'

/** A column of a table. */
export interface Column<Row> {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** `end` for figures. */
  align?: 'start' | 'end'
  /** Makes the header a link that sorts, largest first, by this value of the search parameter. */
  sortKey?: string
  /** The column that names the row; it is the headline of the card on narrow screens. */
  isTitle?: boolean
  /** The link in the title column covers the whole row; for rows without other controls. */
  isRowLink?: boolean
  /**
   * The place of the cell in a row of two lines on narrow screens: selection, title and figure above; details, measures
   * and status below. A measure, the default, follows its header. `none` leaves the cell out.
   */
  place?: 'select' | 'title' | 'figure' | 'detail' | 'measure' | 'status' | 'none'
}

/** The properties of a table. */
export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** The sort key in force. */
  sort?: string
  sortParam?: string
  /** Cells of a last row, by column key. */
  totals?: Record<string, ReactNode>
  /** Shown instead of rows when there are none. */
  empty?: ReactNode
  isLoading?: boolean
  /** An error message, shown instead of the table with a button to try again. */
  error?: { message: string; onRetry?: () => void }
}

/** A table with sort links and a sticky header; on narrow screens each row has two lines. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const t = useTexts('ui')
  const { columns, rows, rowKey, error, totals } = props
  const isReloading = useIsReloading()
  if (error) return <ErrorPanel title={t('failedTitle')} {...error} />
  if (rows.length === 0 && !props.isLoading) return props.empty ?? <EmptyState title={t('table.empty')} />
  return (
    <div className={styles.scroll} aria-busy={props.isLoading || isReloading || undefined}>
      <Table {...LOOK} className={styles.table ?? ''} aria-label={props.label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={props.sort} sortParam={props.sortParam ?? 'sort'} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.length === 0 && <LoadingRows count={columns.length} label={t('loading')} />}
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column) => (
                <BodyCell key={column.key} column={column}>
                  {column.cell(row)}
                </BodyCell>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {totals && rows.length > 0 && (
          <Table.Tfoot>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Td key={column.key} {...getPlacing(column)}>
                  {totals[column.key]}
                </Table.Td>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </div>
  )
}

/** Tells whether the same page loads with another search. Its rows stay in place, so that nothing jumps. */
function useIsReloading(): boolean {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  return state === 'loading' && location.pathname === pathname
}

const LOOK = {
  stickyHeader: true,
  highlightOnHover: true,
  highlightOnHoverColor: 'color-mix(in srgb, var(--brand) 4%, transparent)',
  borderColor: 'var(--line)',
  verticalSpacing: 'sm',
  horizontalSpacing: 'md',
} as const

/** The buttons of a row, side by side at the end of the line. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <Group className={styles.actions ?? ''} gap="xs" justify="end">
      {children}
    </Group>
  )
}

interface HeaderCellProps<Row> {
  column: Column<Row>
  sort: string | undefined
  sortParam: string
}

function HeaderCell<Row>({ column, sort, sortParam }: HeaderCellProps<Row>) {
  const [search] = useSearchParams()
  if (column.sortKey === undefined) {
    return (
      <Table.Th scope="col" ta={column.align}>
        {column.header}
      </Table.Th>
    )
  }
  const isSorted = column.sortKey === sort
  const to = searchWith(search, { [sortParam]: column.sortKey, ...FIRST_PAGE })
  return (
    <Table.Th scope="col" ta={column.align} aria-sort={isSorted ? 'descending' : 'none'}>
      <Link to={to} preventScrollReset className={styles.sort} data-active={isSorted || undefined}>
        {column.header}
        <IconArrowDown size={15} aria-hidden />
      </Link>
    </Table.Th>
  )
}

function BodyCell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  if (column.isTitle) {
    return (
      <Table.Th scope="row" className={styles.title ?? ''} data-row-link={column.isRowLink} {...getPlacing(column)}>
        {children}
      </Table.Th>
    )
  }
  return <Table.Td {...getPlacing(column)}>{children}</Table.Td>
}

function getPlacing<Row>({ header, align, isTitle, place = isTitle ? 'title' : 'measure' }: Column<Row>) {
  const label = place === 'measure' && typeof header === 'string' ? header : undefined
  return { ta: align, 'data-place': place, 'data-label': label }
}

function LoadingRows({ count, label }: { count: number; label: string }) {
  return Array.from({ length: 5 }, (_, row) => (
    <Table.Tr key={row}>
      <Table.Td colSpan={count}>
        {row === 0 && <output className="visually-hidden">{label}</output>}
        <Skeleton h="0.9rem" w={`${92 - ((row * 17) % 40)}%`} />
      </Table.Td>
    </Table.Tr>
  ))
}
