import { Checkbox, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { ActionResult } from '#ui/form.tsx'
import type { PublisherTransactionView } from '../contract/transaction.ts'
import { DecisionButtons } from './decision-bar.tsx'
import { useCounterpartyColumns, useOrderColumn, useTransactionColumns } from './transaction-columns.tsx'

interface ReviewTableProps {
  transactions: readonly PublisherTransactionView[]
  result: ActionResult
}

/** Shows transactions to select, and the decisions for the selected ones. */
export function ReviewTable({ transactions, result }: ReviewTableProps) {
  const t = useTexts('transactions')
  const { chosen, select } = useSelection(transactions)
  const { date, advertiser, orderValue, commission, status } = useTransactionColumns()
  const { publisher } = useCounterpartyColumns()
  const order = useOrderColumn<PublisherTransactionView>(
    (row) => `/operator/transactions/${row.publisher_id}/${row.transaction_id}`,
  )
  const statuses = new Set(transactions.filter((row) => chosen.has(getDecisionKey(row))).map((row) => row.status))
  return (
    <>
      {chosen.size > 0 && (
        <Group gap="sm" px="lg" py="sm" bg="var(--surface-sunk)">
          <Text component="output" mr="auto" c="dimmed">
            {t('review.selected', { count: chosen.size })}
          </Text>
          <DecisionButtons
            chosen={[...chosen]}
            status={statuses.size === 1 ? [...statuses][0] : undefined}
            result={result}
          />
        </Group>
      )}
      <DataTable
        label={t('list.label')}
        columns={[select, date, advertiser, publisher, order, orderValue, commission, status]}
        rows={transactions}
        rowKey={getDecisionKey}
        empty={<EmptyState title={t('review.empty')} text={t('review.emptyText')} />}
      />
    </>
  )
}

/** Builds the key by which a decision names a transaction: its publisher, its id and the status that is shown. */
export function getDecisionKey(row: PublisherTransactionView): string {
  return `${row.publisher_id}.${row.transaction_id}.${row.status}`
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
