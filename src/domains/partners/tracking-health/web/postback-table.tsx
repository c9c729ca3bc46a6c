import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { PostbackView } from '../contract/postbacks.ts'
import { ResultBadge } from './result-badge.tsx'

interface PostbackTableProps {
  postbacks: readonly PostbackView[]
  empty: ReactNode
}

/** Postbacks with their answers and what was made of them. Needs the error texts `postback`. */
export function PostbackTable({ postbacks, empty }: PostbackTableProps) {
  const t = useTexts('tracking-health')
  const columns = useColumns()
  return (
    <DataTable label={t('postbacks.title')} columns={columns} rows={postbacks} rowKey={({ id }) => id} empty={empty} />
  )
}

/** Builds the address of a postback. */
export function getPostbackPath(id: string): string {
  return `/brand/tracking/postbacks/${id}`
}

function useColumns(): Column<PostbackView>[] {
  const t = useTexts('tracking-health')
  const errorText = useTexts('errors')
  const channel = ({ channel: by }: PostbackView) => t(by === 'pixel' ? 'postbacks.pixel' : 'postbacks.server')
  return [
    {
      key: 'order',
      header: t('postbacks.order'),
      place: 'title',
      cell: (row) => (
        <Anchor component={Link} to={getPostbackPath(row.id)} inherit truncate display="block" maw="14rem">
          {row.order_id ?? t('postbacks.unknownOrder')}
        </Anchor>
      ),
    },
    {
      key: 'received',
      header: t('postbacks.received'),
      place: 'detail',
      cell: (row) => <DateText value={row.received_at} withTime />,
    },
    { key: 'amount', header: t('postbacks.amount'), align: 'end', place: 'figure', cell: (row) => row.amount ?? '–' },
    { key: 'channel', header: t('postbacks.channel'), cell: channel },
    {
      key: 'answer',
      header: t('postbacks.answer'),
      place: 'status',
      cell: ({ result, reason, hints }) => (
        <ResultBadge
          result={result}
          reason={reason}
          message={reason && errorText(`postback.${reason}`)}
          hints={hints}
        />
      ),
    },
    { key: 'made', header: t('postbacks.made'), cell: (row) => <MadeOfIt postback={row} /> },
  ]
}

/** The transaction of a postback, its correction, or the link to correct it. */
function MadeOfIt({ postback }: { postback: PostbackView }) {
  const t = useTexts('tracking-health')
  const { id, publisher_id, transaction_id, replayed_as, result, reason, credited } = postback
  const link = (to: string, text: string) => (
    <Anchor component={Link} to={to} inherit>
      {text}
    </Anchor>
  )
  if (transaction_id !== null) {
    return link(`/brand/transactions/${publisher_id}/${transaction_id}`, t('postbacks.transaction'))
  }
  if (replayed_as !== null) return link(getPostbackPath(replayed_as), t('postbacks.replayed'))
  if (credited) {
    return link(`/brand/transactions/${credited.publisher_id}/${credited.transaction_id}`, t('postbacks.credited'))
  }
  if (result === 'rejected' && reason !== 'test') return link(`${getPostbackPath(id)}#replay`, t('postbacks.correct'))
  return <Text c="var(--ink-faint)">–</Text>
}
