import { Table } from '@mantine/core'
import { IconArrowDown, IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { FIRST_PAGE, searchWith } from '#platform/web/search.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { EmptyState } from './empty-state.tsx'
import { Reloading, useIsReloading } from './reloading.tsx'
import cell from './cell-text.module.css'
import styles from './data-table.module.css'

/** A column of a table. */
export interface Column<Row> {
  key: string
  header: ReactNode
  /** A shorter header for narrow screens. */
  label?: string
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
   * and status below. A measure, the default, follows its header. `none` leaves the cell out. `more` shows it, like the
   * secondary lines of all cells, only in a row that the reader has opened.
   */
  place?: 'select' | 'title' | 'figure' | 'detail' | 'measure' | 'status' | 'more' | 'none'
  /** Some cells have secondary lines, so that on narrow screens a row can be opened without a column of `more`. */
  hasDetails?: boolean
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
  /** Search parameters that change other parts of the page, such as a dialog, and not these rows. */
  foreignParams?: readonly string[]
}

/**
 * A table with sort links and a sticky header; on narrow screens each row has two lines. While other rows load, bars
 * take the place of the cells' contents.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const t = useTexts('ui')
  const { columns, rows, rowKey, totals } = props
  const isReloading = useIsReloading(props.foreignParams)
  const canOpen = columns.some(({ place, hasDetails }) => place === 'more' || hasDetails)
  if (rows.length === 0) {
    return <Reloading {...props}>{props.empty ?? <EmptyState title={t('table.empty')} />}</Reloading>
  }
  return (
    <div className={styles.scroll} aria-busy={isReloading || undefined}>
      <Table {...LOOK} className={styles.table ?? ''} aria-label={props.label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={props.sort} sortParam={props.sortParam ?? 'sort'} />
            ))}
            {canOpen && <Table.Td data-place="open" />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody data-rows>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)} data-opens={canOpen || undefined}>
              {columns.map((column) => (
                <BodyCell key={column.key} column={column}>
                  {column.cell(row)}
                </BodyCell>
              ))}
              {canOpen && <OpenCell />}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {totals && (
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

const LOOK = {
  stickyHeader: true,
  highlightOnHover: true,
  highlightOnHoverColor: 'color-mix(in srgb, var(--brand) 4%, transparent)',
  borderColor: 'var(--line)',
  verticalSpacing: 'var(--row-space)',
  horizontalSpacing: 'sm',
} as const

/** The buttons of a row, side by side at the end of the line. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
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
      <Link
        to={to}
        preventScrollReset
        className={styles.sort}
        data-active={isSorted || undefined}
        data-align={column.align}
      >
        {column.header}
        <IconArrowDown size={15} aria-hidden />
      </Link>
    </Table.Th>
  )
}

function BodyCell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const content = <div className={cell.cell}>{children}</div>
  if (column.isTitle) {
    return (
      <Table.Th scope="row" className={styles.title ?? ''} data-row-link={column.isRowLink} {...getPlacing(column)}>
        {content}
      </Table.Th>
    )
  }
  return <Table.Td {...getPlacing(column)}>{content}</Table.Td>
}

/** Opens the row on narrow screens, where the row shows its further cells then. It works without a script. */
function OpenCell() {
  const t = useTexts('ui')
  return (
    <Table.Td data-place="open">
      <details>
        <summary aria-label={t('table.more')}>
          <IconChevronDown size={20} aria-hidden />
        </summary>
      </details>
    </Table.Td>
  )
}

function getPlacing<Row>(column: Column<Row>) {
  const { header, label = header, align, isTitle, place = isTitle ? 'title' : 'measure' } = column
  const hasLabel = (place === 'measure' || place === 'more') && typeof label === 'string'
  return { ta: align, 'data-align': align, 'data-place': place, 'data-label': hasLabel ? label : undefined }
}
