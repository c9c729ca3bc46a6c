import { Checkbox, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import type { ActionResult } from '#ui/form.tsx'
import type { PublisherTransactionView } from '../contract/transaction.ts'
import { DecisionButtons, getDecisionKey } from './decision-bar.tsx'

interface ReviewTableProps {
  transactions: readonly PublisherTransactionView[]
  /** The columns after the one that selects. */
  columns: readonly Column<PublisherTransactionView>[]
  result: ActionResult
  empty: ReactNode
}

/** Shows transactions to select, and the decisions for the selected ones. */
export function ReviewTable({ transactions, columns, result, empty }: ReviewTableProps) {
  const t = useTexts('transactions')
  const { chosen, select } = useSelection(transactions)
  return (
    <>
      {chosen.size > 0 && (
        <Group gap="sm" px="lg" py="sm" bg="var(--surface-sunk)">
          <Text component="output" mr="auto" c="dimmed">
            {t('review.selected', { count: chosen.size })}
          </Text>
          <DecisionButtons chosen={transactions.filter((row) => chosen.has(getDecisionKey(row)))} result={result} />
        </Group>
      )}
      <DataTable
        label={t('list.label')}
        columns={[select, ...columns]}
        rows={transactions}
        rowKey={getDecisionKey}
        empty={empty}
      />
    </>
  )
}

/** Holds the keys of the chosen rows, and builds the column that selects them. */
function useSelection(rows: readonly PublisherTransactionView[]) {
  const t = useTexts('transactions')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const all = rows.map(getDecisionKey)
  const toggle = (name: string) => setChosen(chosen.symmetricDifference(new Set([name])))
  const select: Column<PublisherTransactionView> = {
    key: 'select',
    place: 'select',
    header: (
      <Checkbox
        aria-label={t('review.selectAll')}
        checked={all.length > 0 && chosen.size === all.length}
        indeterminate={chosen.size > 0 && chosen.size < all.length}
        onChange={(event) => setChosen(new Set(event.currentTarget.checked ? all : []))}
      />
    ),
    cell: (row) => (
      <Checkbox
        aria-label={t('review.selectOne', { order: row.order_id })}
        checked={chosen.has(getDecisionKey(row))}
        onChange={() => toggle(getDecisionKey(row))}
      />
    ),
  }
  return { chosen, select }
}
