import { Button } from '@mantine/core'
import type { WaitingView } from '#domains/people/teams/contract.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable, RowActions } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ActionForm } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { MoneyText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { TimeLeft } from '../home/work-table.tsx'
import type { Waiting } from './order-waiting.ts'

/** The title of each kind, and the page on which it is worked off. */
const KINDS = {
  confirm: { title: 'due.confirm.title', to: '/brand/orders' },
  hold: { title: 'due.hold.title', to: '/brand/orders' },
  claims: { title: 'claims.title', to: '/brand/claims' },
  joins: { title: 'joins.title', to: '/brand/publishers/requests' },
  overdue: { title: 'overdue.title', to: '/brand/billing' },
} as const satisfies Record<WaitingView['kind'], { title: string; to: string }>

/** What waits in all brands of an account, the most urgent first; each line leads into its brand. */
export function WaitingPanel({ waiting: { lines, count, now } }: { waiting: Waiting }) {
  const t = useTexts('teams')
  return (
    <Panel
      title={t('brands.work')}
      text={count > lines.length ? t('brands.mostUrgent', { shown: lines.length, count }) : t('brands.workText')}
      flush
    >
      <DataTable
        label={t('brands.work')}
        columns={useWaitingColumns(now)}
        rows={lines}
        rowKey={({ advertiser_id: id, kind }) => `${id}-${kind}`}
        empty={<EmptyState title={t('brands.noWork')} />}
      />
    </Panel>
  )
}

function useWaitingColumns(now: string): Column<WaitingView>[] {
  const t = useTexts('teams')
  const texts = useTexts('advertiser-home')
  return [
    {
      key: 'work',
      header: texts('work.what'),
      isTitle: true,
      cell: ({ name, kind, count }) => <CellText details={[name]}>{texts(KINDS[kind].title, { count })}</CellText>,
    },
    {
      key: 'at-risk',
      header: texts('work.atRisk'),
      cell: ({ at_risk: amount }) => (amount === null ? '–' : <MoneyText amount={amount} />),
      align: 'end',
      place: 'figure',
    },
    {
      key: 'ends',
      header: texts('work.ends'),
      cell: ({ ends_at: endsAt }) => <TimeLeft endsAt={endsAt} now={now} />,
      place: 'measure',
    },
    {
      key: 'act',
      place: 'status',
      header: t('actions'),
      align: 'end',
      cell: ({ advertiser_id: id, name, kind, count }) => (
        <RowActions>
          <ActionForm intent={`open-${id}-${kind}`} reloadDocument>
            <HiddenField name="advertiser_id" value={id} />
            <HiddenField name="to" value={KINDS[kind].to} />
            <Button
              type="submit"
              size="xs"
              variant="default"
              aria-label={t('brands.openNamed', { name, work: texts(KINDS[kind].title, { count }) })}
            >
              {t('brands.open')}
            </Button>
          </ActionForm>
        </RowActions>
      ),
    },
  ]
}
