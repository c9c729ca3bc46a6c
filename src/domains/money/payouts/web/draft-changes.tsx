import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { MoneyText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { DraftChanges } from '../contract/draft-changes.ts'
import { PublisherLink } from './run-tables.tsx'

/** What changed since a draft was computed; nothing if nothing did. */
export function DraftChangesPanels({ changes: { taken_back: takenBack, outdated } }: { changes: DraftChanges }) {
  const t = useTexts('runs')
  const orderColumns = useOrderColumns()
  const publisherColumns = usePublisherColumns()
  const amount = () => <MoneyText amount={takenBack.amount.replace('-', '')} />
  return (
    <>
      {outdated.count > 0 && (
        <Panel flush title={t('changes.outdated')} text={t('changes.outdatedText', { count: outdated.count })}>
          <DataTable
            label={t('changes.outdated')}
            columns={publisherColumns}
            rows={outdated.publishers}
            rowKey={(row) => String(row.publisher_id)}
          />
        </Panel>
      )}
      {takenBack.count > 0 && (
        <Panel
          flush
          title={t('changes.takenBack')}
          text={t.rich('changes.takenBackText', {
            count: takenBack.count,
            amount,
          })}
        >
          <DataTable
            label={t('changes.takenBack')}
            columns={orderColumns}
            rows={takenBack.orders}
            rowKey={(row) => `${row.publisher_id}.${row.transaction_id}`}
          />
        </Panel>
      )}
    </>
  )
}

function usePublisherColumns(): Column<DraftChanges['outdated']['publishers'][number]>[] {
  const t = useTexts('runs')
  return [
    { key: 'publisher', header: t('column.publisher'), isTitle: true, cell: (row) => <PublisherLink of={row} /> },
    { key: 'problem', header: t('column.reason'), cell: ({ problem }) => t(`changes.problem.${problem}`) },
  ]
}

function useOrderColumns(): Column<DraftChanges['taken_back']['orders'][number]>[] {
  const t = useTexts('runs')
  return [
    {
      key: 'order',
      header: t('column.order'),
      isTitle: true,
      cell: (row) => (
        <Anchor component={Link} to={`/operator/transactions/${row.publisher_id}/${row.transaction_id}`} inherit>
          {row.order_id}
        </Anchor>
      ),
    },
    { key: 'publisher', header: t('column.publisher'), cell: (row) => <PublisherLink of={row} /> },
    { key: 'status', header: t('column.status'), cell: ({ status }) => t(`changes.status.${status}`) },
    {
      key: 'amount',
      header: t('column.amount'),
      align: 'end',
      place: 'figure',
      cell: ({ amount }) => <MoneyText amount={amount} />,
    },
  ]
}
