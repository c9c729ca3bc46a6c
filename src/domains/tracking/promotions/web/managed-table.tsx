import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { ManagedPromotion } from '../contract/managed.ts'
import { useManagedColumns } from './managed-columns.tsx'

interface ManagedTableProps {
  promotions: readonly ManagedPromotion[]
  /** The address of a promotion's form. */
  getPath: (promotion: ManagedPromotion) => string
  /** The address of an advertiser's list, for the list of all advertisers. */
  getAdvertiserPath?: (advertiserId: number) => string
  isFiltered: boolean
}

/** Promotions as operators manage them. */
export function ManagedTable({ promotions, getPath, getAdvertiserPath, isFiltered }: ManagedTableProps) {
  const t = useTexts('promotions')
  const { title, coupon, owner, start, end, state } = useManagedColumns((row) => (
    <Link to={getPath(row)}>{row.title}</Link>
  ))
  const kind = isFiltered ? 'noMatch' : 'empty'
  return (
    <DataTable
      label={t('manage.title')}
      columns={[title, ...useAdvertiserColumn(getAdvertiserPath), coupon, owner, start, end, state]}
      rows={promotions}
      rowKey={({ id }) => id}
      empty={<EmptyState art="search" title={t(`manage.${kind}Title`)} text={t(`manage.${kind}Text`)} />}
    />
  )
}

function useAdvertiserColumn(getPath: ManagedTableProps['getAdvertiserPath']): Column<ManagedPromotion>[] {
  const t = useTexts('promotions')
  if (!getPath) return []
  return [
    {
      key: 'advertiser',
      header: t('column.advertiser'),
      cell: (row) => <Link to={getPath(row.advertiser_id)}>{row.advertiser_name}</Link>,
    },
  ]
}
