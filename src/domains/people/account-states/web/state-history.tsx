import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Period } from '../contract.ts'
import { StateBadge } from './state-badge.tsx'

interface StateHistoryProps {
  periods: readonly Period[]
  /** What stands for a reason where the publisher closed the account itself. */
  ownReason: string
}

/** All periods in which an account was not active, the latest first. */
export function StateHistory({ periods, ownReason }: StateHistoryProps) {
  const t = useTexts('account-states')
  const columns = useColumns(ownReason)
  return (
    <Panel title={t('history')} text={t('historyText')} flush>
      <DataTable
        label={t('history')}
        columns={columns}
        rows={periods}
        rowKey={(row) => `${row.began_at} ${row.state}`}
        empty={<EmptyState title={t('none')} />}
      />
    </Panel>
  )
}

function useColumns(ownReason: string): Column<Period>[] {
  const t = useTexts('account-states')
  return [
    { key: 'state', header: t('column.state'), isTitle: true, cell: ({ state }) => <StateBadge state={state} /> },
    { key: 'began', header: t('column.began'), cell: (row) => <DateText value={row.began_at} withTime /> },
    {
      key: 'ended',
      header: t('column.ended'),
      cell: ({ ended_at: at }) => (at === null ? t('open') : <DateText value={at} withTime />),
    },
    { key: 'reason', header: t('column.reason'), cell: (row) => row.reason || (row.is_own ? ownReason : '–') },
    { key: 'endReason', header: t('column.endReason'), cell: (row) => row.end_reason || '–' },
  ]
}
