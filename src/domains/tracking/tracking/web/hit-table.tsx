import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { HitView } from '../contract.ts'
import { VerdictBadge } from './verdict-badge.tsx'

interface HitTableProps {
  hits: readonly HitView[]
  empty: ReactNode
  /** Whether the reader can claim orders of the hits. */
  canClaim?: boolean
}

/**
 * Shows hits with the sentence why each counts or not. On a phone a row shows time, site, verdict and country, and the
 * rest when it is opened.
 */
export function HitTable({ hits, empty, canClaim = false }: HitTableProps) {
  const t = useTexts('hits')
  const columns = useColumns()
  const claim = useClaimColumn()
  return (
    <DataTable
      label={t('label')}
      columns={canClaim ? [...columns, claim] : columns}
      rows={hits}
      rowKey={({ hit_id: id }) => id}
      empty={empty}
    />
  )
}

function useClaimColumn(): Column<HitView> {
  const t = useTexts('hits')
  return {
    key: 'claim',
    header: t('column.claim'),
    place: 'more',
    cell: ({ hit_id: id, verdict }) =>
      verdict === 'payable' && (
        <Anchor component={Link} to={`/claims/new?hit_id=${id}`} style={{ whiteSpace: 'nowrap' }}>
          {t('claim')}
        </Anchor>
      ),
  }
}

function useColumns(): Column<HitView>[] {
  const t = useTexts('hits')
  const unknown = <Text c="var(--ink-faint)">{t('unknown')}</Text>
  return [
    {
      key: 'time',
      header: t('column.time'),
      isTitle: true,
      place: 'title',
      cell: ({ hit_at: at }) => <DateText value={at} withTime />,
    },
    {
      key: 'verdict',
      header: t('column.verdict'),
      place: 'detail',
      cell: ({ verdict }) => (
        <CellText details={[t(`verdictText.${verdict}`)]}>
          <VerdictBadge verdict={verdict} />
        </CellText>
      ),
    },
    {
      key: 'link',
      place: 'figure',
      header: t('column.link'),
      cell: ({ site_name: site, subs, referrer }) => (
        <CellText
          details={[subs.filter((sub) => sub !== '').join(' · ') || t('noSub'), referrer !== null && shorten(referrer)]}
        >
          {/* On a phone it stands beside the time, which is not cut. */}
          <Text inherit maw="clamp(7rem, 34vw, 18rem)">
            {site ?? unknown}
          </Text>
        </CellText>
      ),
    },
    {
      key: 'destination',
      place: 'more',
      header: t('column.destination'),
      cell: ({ advertiser_name: advertiser, destination }) => (
        <CellText details={[destination !== null && shorten(destination)]}>{advertiser ?? unknown}</CellText>
      ),
    },
    {
      key: 'visitor',
      header: t('column.visitor'),
      place: 'status',
      cell: ({ country, device }) => (
        <CellText details={[device !== null && t(`device.${device}`)]}>{country ?? unknown}</CellText>
      ),
    },
  ]
}

/** Shortens an address by its scheme. */
function shorten(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/, '')
}
