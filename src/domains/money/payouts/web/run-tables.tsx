import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText, MoneyText, NumberText } from '#ui/money-text.tsx'
import type { Exclusion, Payout } from '../contract/runs.ts'
import { PayoutBadge } from './run-badges.tsx'

interface PayoutTableProps {
  payouts: readonly Payout[]
  renderActions: (payout: Payout) => ReactNode
}

/** The payouts of a run. */
export function PayoutTable({ payouts, renderActions }: PayoutTableProps) {
  const t = useTexts('runs')
  return (
    <DataTable
      label={t('payouts.title')}
      rows={payouts}
      rowKey={({ id }) => id}
      empty={<EmptyState title={t('payouts.none')} />}
      columns={usePayoutColumns(renderActions)}
    />
  )
}

function usePayoutColumns(renderActions: PayoutTableProps['renderActions']): Column<Payout>[] {
  const t = useTexts('runs')
  return [
    { key: 'publisher', header: t('column.publisher'), isTitle: true, cell: (payout) => <PublisherLink of={payout} /> },
    { key: 'destination', header: t('column.destination'), cell: ({ destination }) => destination },
    {
      key: 'status',
      header: t('column.status'),
      place: 'status',
      cell: ({ status, reason }) => (
        <CellText details={reason === null ? [] : [reason]}>
          <PayoutBadge status={status} />
        </CellText>
      ),
    },
    {
      key: 'reference',
      header: t('column.reference'),
      cell: ({ reference, settled_on: day }) => (
        <>
          {reference ?? (day === null && '–')}
          {reference !== null && day !== null && ' · '}
          {day && <DateText value={day} />}
        </>
      ),
    },
    { key: 'lines', header: t('column.lines'), align: 'end', cell: ({ lines }) => <NumberText value={lines} /> },
    {
      key: 'amount',
      header: t('column.amount'),
      align: 'end',
      place: 'figure',
      cell: ({ amount }) => <MoneyText amount={amount} />,
    },
    { key: 'actions', header: t('column.actions'), align: 'end', cell: renderActions },
  ]
}

/** The publishers whom a run does not pay. */
export function ExclusionTable({ exclusions }: { exclusions: readonly Exclusion[] }) {
  const t = useTexts('runs')
  return (
    <DataTable
      label={t('exclusions.title')}
      rows={exclusions}
      rowKey={(row) => row.publisher_id}
      empty={<EmptyState title={t('exclusions.none')} />}
      columns={useExclusionColumns()}
    />
  )
}

function useExclusionColumns(): Column<Exclusion>[] {
  const t = useTexts('runs')
  return [
    { key: 'publisher', header: t('column.publisher'), isTitle: true, cell: (row) => <PublisherLink of={row} /> },
    { key: 'reason', header: t('column.reason'), cell: ({ reason }) => t(`reason.${reason}`) },
    {
      key: 'amount',
      header: t('column.amount'),
      align: 'end',
      place: 'figure',
      cell: ({ amount }) => <MoneyText amount={amount} digits={4} />,
    },
  ]
}

/** A link to a publisher of a run. */
export function PublisherLink({ of }: { of: { publisher_id: number; publisher_name: string } }) {
  return (
    <Anchor component={Link} to={`/operator/publishers/${of.publisher_id}`}>
      {of.publisher_name}
    </Anchor>
  )
}
