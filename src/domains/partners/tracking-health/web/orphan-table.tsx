import { Anchor, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { OrphanView } from '../contract/orphans.ts'
import { OrphanClue } from './orphan-clue.tsx'
import { getPostbackPath } from './postback-table.tsx'

interface OrphanTableProps {
  orphans: readonly OrphanView[]
  empty: ReactNode
}

/** Orders that matched no click, with the publishers who may have earned them. */
export function OrphanTable({ orphans, empty }: OrphanTableProps) {
  const t = useTexts('tracking-health')
  const columns = useColumns()
  return (
    <DataTable
      label={t('orphans.label')}
      columns={columns}
      rows={orphans}
      rowKey={({ postback_id: id }) => id}
      empty={empty}
    />
  )
}

function useColumns(): Column<OrphanView>[] {
  const t = useTexts('tracking-health')
  return [
    {
      key: 'order',
      header: t('orphans.order'),
      isTitle: true,
      cell: ({ postback_id: id, order_id: order, tries }) => (
        <CellText details={[tries > 1 && t('orphans.tries', { count: tries })]}>
          <Anchor component={Link} to={getPostbackPath(id)} inherit truncate display="block" maw="14rem">
            {order}
          </Anchor>
        </CellText>
      ),
    },
    {
      key: 'received',
      header: t('orphans.received'),
      place: 'detail',
      cell: ({ received_at: at }) => <DateText value={at} withTime />,
    },
    {
      key: 'amount',
      header: t('orphans.amount'),
      align: 'end',
      place: 'figure',
      cell: ({ amount }) => amount ?? '–',
    },
    { key: 'reason', header: t('orphans.reason'), cell: ({ reason }) => t(`orphans.reasons.${reason}`) },
    { key: 'suggested', header: t('orphans.suggested'), cell: (row) => <Suggestions orphan={row} /> },
    {
      key: 'act',
      header: '',
      align: 'end',
      place: 'status',
      cell: ({ postback_id: id, order_id: order }) => (
        <Anchor component={Link} to={getPostbackPath(id)} aria-label={`${t('orphans.act')} ${order}`}>
          {t('orphans.act')}
        </Anchor>
      ),
    },
  ]
}

function Suggestions({ orphan: { suggestions } }: { orphan: OrphanView }) {
  const t = useTexts('tracking-health')
  if (suggestions.length === 0) return <Text c="dimmed">{t('orphans.nobody')}</Text>
  return (
    <Stack gap={4}>
      {suggestions.map((suggestion) => (
        <Suggestion key={suggestion.publisher_id} suggestion={suggestion} />
      ))}
    </Stack>
  )
}

function Suggestion({ suggestion }: { suggestion: OrphanView['suggestions'][number] }) {
  const t = useTexts('tracking-health')
  const { publisher_name: name, claim_id: claimId } = suggestion
  return (
    <CellText
      details={[
        <OrphanClue key="clue" suggestion={suggestion} />,
        claimId !== null && (
          <Link key="claim" to={`/brand/claims/${claimId}`}>
            {t('orphans.openClaim')}
          </Link>
        ),
      ]}
    >
      {name}
    </CellText>
  )
}
