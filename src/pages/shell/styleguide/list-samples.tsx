import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { ColumnMenu, pickColumns } from '#ui/column-menu.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { FilterBar, FilterField } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { MoneyText } from '#ui/money-text.tsx'
import { SelectionBar, useSelection } from '#ui/selection.tsx'
import { useShortcuts } from '#ui/shortcuts.ts'
import { StatusBadge } from '#ui/status-badge.tsx'

const rows = [1, 2, 3].map((number) => ({ order: `A-100${number}`, value: `${number * 40}.0000`, day: '2026-10-04' }))

type Row = (typeof rows)[number]

const columns: Column<Row>[] = [
  { key: 'order', header: 'Order', isTitle: true, cell: (row) => <a href="#row">{row.order}</a> },
  { key: 'day', header: 'Day', cell: (row) => row.day },
  { key: 'value', header: 'Order value', align: 'end', cell: (row) => <MoneyText amount={row.value} /> },
  { key: 'status', header: 'Status', place: 'status', cell: () => <StatusBadge status="PENDING" /> },
]

/** What a loader gets from `readList(request, list)`; here of an address with a filter that the list does not know. */
const list = {
  name: 'samples',
  path: '/styleguide',
  columns: ['day', 'value', 'status'],
  shownColumns: ['value', 'status'],
  ignored: ['status=PAID'],
  search: '',
}

/** A list with a choice of columns, a selection with acts, and a key for an act. Press ? for its keys. */
export function ListSamples() {
  const selection = useSelection(rows, { rowKey: (row) => row.order, getLabel: (row) => `Select ${row.order}` })
  const [confirmed, setConfirmed] = useState(0)
  const group = useMemo(
    () => ({
      title: 'Samples',
      shortcuts: [{ keys: 'a', label: 'Confirm an order', run: () => setConfirmed((count) => count + 1) }],
    }),
    [],
  )
  useShortcuts(group)
  return (
    <ListPanel
      title={`Orders to decide (${confirmed} confirmed)`}
      list={list}
      filters={
        <FilterBar fields={['keyword']}>
          <FilterField name="keyword" label="Keyword" placeholder="Order" />
        </FilterBar>
      }
      tools={<ColumnMenu list={list} columns={columns} />}
      page={{ number: 1, size: 20 }}
      sizes={[20, 50]}
      count={214}
      canSelect
    >
      <DataTable
        label="Orders to decide"
        columns={[selection.column, ...pickColumns(columns, list)]}
        rows={rows}
        rowKey={(row) => row.order}
      />
      <SelectionBar
        selection={selection}
        matchingCount={214}
        sums={
          <>
            order value <MoneyText amount={selection.isMatching ? '18420.0000' : '240.0000'} />
          </>
        }
      >
        <Button size="sm">Confirm</Button>
      </SelectionBar>
    </ListPanel>
  )
}
