import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText } from '#ui/money-text.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Status } from '#ui/status-badge.tsx'
import type { ManagedPromotion } from '../contract.ts'
import type { PromotionState } from '../rules.ts'

interface ManagedTableProps {
  promotions: readonly ManagedPromotion[]
  /** The address of a promotion's form. */
  getPath: (promotion: ManagedPromotion) => string
  /** The address of an advertiser's list, for the list of all advertisers. */
  getAdvertiserPath?: (advertiserId: number) => string
  isFiltered: boolean
}

/** Promotions as their advertiser and operators manage them. */
export function ManagedTable({ promotions, getPath, getAdvertiserPath, isFiltered }: ManagedTableProps) {
  const t = useTexts('promotions')
  const kind = isFiltered ? 'noMatch' : 'empty'
  return (
    <DataTable
      label={t('manage.title')}
      columns={useColumns({ getPath, getAdvertiserPath })}
      rows={promotions}
      rowKey={({ id }) => id}
      empty={<EmptyState art="search" title={t(`manage.${kind}Title`)} text={t(`manage.${kind}Text`)} />}
    />
  )
}

const LOOKS: Record<PromotionState, Status> = { active: 'ACTIVE', scheduled: 'PENDING', ended: 'CLOSED' }

/** Whether a promotion runs. */
export function PromotionBadge({ state }: { state: PromotionState }) {
  const t = useTexts('promotions')
  return <StatusBadge status={LOOKS[state]} label={t(`state.${state}`)} />
}

interface Paths {
  getPath: ManagedTableProps['getPath']
  getAdvertiserPath: ManagedTableProps['getAdvertiserPath']
}

function useColumns({ getPath, getAdvertiserPath }: Paths): Column<ManagedPromotion>[] {
  const t = useTexts('promotions')
  const advertiser: Column<ManagedPromotion> = {
    key: 'advertiser',
    header: t('column.advertiser'),
    cell: (row) => <Link to={getAdvertiserPath?.(row.advertiser_id) ?? ''}>{row.advertiser_name}</Link>,
  }
  return [
    {
      key: 'title',
      header: t('column.title'),
      isTitle: true,
      cell: (row) => (
        <CellText details={[t(`type.${row.type}`)]}>
          <Link to={getPath(row)}>{row.title}</Link>
        </CellText>
      ),
    },
    ...(getAdvertiserPath ? [advertiser] : []),
    {
      key: 'coupon',
      header: t('column.coupon'),
      cell: ({ coupon }) => (coupon === null ? '–' : <code>{coupon}</code>),
    },
    { key: 'owner', header: t('column.owner'), cell: (row) => <Owner promotion={row} /> },
    { key: 'start', header: t('column.start'), cell: (row) => <DateText value={row.start} /> },
    {
      key: 'end',
      header: t('column.end'),
      cell: (row) => (row.end === null ? t('noEnd') : <DateText value={row.end} />),
    },
    {
      key: 'state',
      header: t('column.state'),
      place: 'figure',
      cell: ({ state }) => <PromotionBadge state={state} />,
    },
  ]
}

function Owner({ promotion: { coupon, owner } }: { promotion: ManagedPromotion }) {
  const t = useTexts('promotions')
  if (coupon === null) return '–'
  if (owner === null) return t('manage.allPublishers')
  return <CellText details={[owner.publisher_name]}>{owner.site_name}</CellText>
}
