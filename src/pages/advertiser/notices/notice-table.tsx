import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { NoticeView } from '#domains/people/notices/contract.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'

/** What the member was told, the newest first. */
export function NoticeTable({ notices }: { notices: readonly NoticeView[] }) {
  const t = useTexts('notices')
  return (
    <Panel flush>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        rows={notices}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
      />
    </Panel>
  )
}

function useColumns(): Column<NoticeView>[] {
  const t = useTexts('notices')
  return [
    {
      key: 'subject',
      header: t('subject'),
      isTitle: true,
      isRowLink: true,
      cell: ({ subject, path, is_read: isRead }) => (
        <Anchor component={Link} to={path} c="inherit" fw={isRead ? 400 : 650} style={{ overflowWrap: 'anywhere' }}>
          {subject}
          {!isRead && <span className="visually-hidden"> – {t('unread')}</span>}
        </Anchor>
      ),
    },
    { key: 'kind', header: t('about'), place: 'detail', cell: ({ kind }) => t(`kind.${kind}`) },
    {
      key: 'at',
      header: t('at'),
      align: 'end',
      place: 'status',
      cell: (row) => <DateText value={row.created_at} withTime />,
    },
  ]
}
