import { Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { FormMessage } from '#ui/form.tsx'
import { NumberText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { TestWalkView } from '../contract/test-walks.ts'

type Hop = TestWalkView['hops'][number] & { number: number }

/** The way of a test click to the shop, address by address, and what to do where it fails. */
export function WalkPanel({ walk }: { walk: TestWalkView }) {
  const t = useTexts('tracking-health')
  const columns = useColumns()
  const hops = walk.hops.map((hop, index) => ({ ...hop, number: index + 1 }))
  return (
    <Panel title={t('walk.walk')} {...(walk.landing_url === null ? {} : { text: walk.landing_url })}>
      <div aria-live="polite">
        {hops.length > 0 && (
          <DataTable label={t('walk.walk')} columns={columns} rows={hops} rowKey={({ number }) => number} />
        )}
        <WalkMessage walk={walk} />
      </div>
    </Panel>
  )
}

function WalkMessage({ walk: { is_walking, fault, lost_at } }: { walk: TestWalkView }) {
  const t = useTexts('tracking-health')
  if (is_walking) {
    return (
      <Text mt="sm" c="dimmed">
        {t('walk.walking')}
      </Text>
    )
  }
  if (fault === null) return <FormMessage tone="good">{t('walk.arrived')}</FormMessage>
  return <FormMessage tone="bad">{t(`walk.fault.${fault}`, { hop: (lost_at ?? 0) + 1 })}</FormMessage>
}

function useColumns(): Column<Hop>[] {
  const t = useTexts('tracking-health')
  return [
    {
      key: 'hop',
      header: t('walk.hop'),
      place: 'title',
      cell: ({ number, url }) => (
        <Text span style={{ overflowWrap: 'anywhere' }}>
          {number}. {url}
        </Text>
      ),
    },
    { key: 'status', header: t('walk.status'), align: 'end', cell: ({ status }) => status || t('walk.unanswered') },
    {
      key: 'ms',
      header: t('walk.ms'),
      align: 'end',
      cell: ({ status, ms }) =>
        status === 0 ? (
          '–'
        ) : (
          <>
            <NumberText value={ms} /> ms
          </>
        ),
    },
    {
      key: 'click',
      header: t('walk.click'),
      place: 'status',
      // An address that nothing answered received no click.
      cell: ({ status, has_click: hasClick }) =>
        status === 0 ? (
          '–'
        ) : (
          <StatusBadge status={hasClick ? 'CONFIRMED' : 'REJECTED'} label={t(hasClick ? 'walk.kept' : 'walk.lost')} />
        ),
    },
  ]
}
