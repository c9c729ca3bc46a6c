import { Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import type { ReferralRow } from '#domains/partners/applications/contract/calls.ts'
import { CopyField } from '#ui/copy-field.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Paginator } from '#ui/paginator.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { OwnerData } from './account.server-actions.ts'

const BADGES = { received: 'REVIEW', approved: 'APPROVED', rejected: 'REJECTED' } as const

/** The publisher's referral link and who came by it. */
export function ReferralPanel({ referrals }: { referrals: OwnerData['referrals'] }) {
  const t = useTexts('publishers')
  const columns = useColumns()
  return (
    <>
      <Panel title={t('referral.title')} text={t('referral.text')}>
        <CopyField label={t('referral.link')} value={referrals.link} />
      </Panel>
      <Panel title={t('referral.listTitle', { count: referrals.count })} flush>
        <DataTable
          label={t('referral.label')}
          columns={columns}
          rows={referrals.referrals}
          rowKey={({ came_at }) => came_at}
          empty={<EmptyState title={t('referral.emptyTitle')} text={t('referral.emptyText')} />}
        />
        <Paginator page={referrals.page_number} pageSize={10} count={referrals.count} param="referrals" />
      </Panel>
    </>
  )
}

function useColumns(): Column<ReferralRow>[] {
  const t = useTexts('publishers')
  return [
    {
      key: 'name',
      header: t('referral.who'),
      isTitle: true,
      cell: ({ name }) => name ?? <Text c="dimmed">{t('referral.unnamed')}</Text>,
    },
    { key: 'came', header: t('referral.came'), cell: ({ came_at }) => <DateText value={came_at} /> },
    {
      key: 'status',
      header: t('referral.status'),
      place: 'figure',
      cell: ({ status }) => <StatusBadge status={BADGES[status]} />,
    },
  ]
}
