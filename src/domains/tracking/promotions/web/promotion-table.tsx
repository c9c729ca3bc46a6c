import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { useOptionText } from '#platform/web/option-text.ts'
import { CellText } from '#ui/cell-text.tsx'
import { CopyButton } from '#ui/copy-field.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { OfferedPromotion } from '../contract/promotion.ts'
import styles from './promotion-table.module.css'

interface PromotionTableProps {
  promotions: readonly OfferedPromotion[]
  /** Leaves the advertiser out, for the list of one advertiser. */
  isOfOneAdvertiser?: boolean
  empty: ReactNode
}

/** Promotions as a publisher sees them, with the code and the tracked link to copy. */
export function PromotionTable({ promotions, isOfOneAdvertiser = false, empty }: PromotionTableProps) {
  const t = useTexts('promotions')
  const columns = useColumns()
  return (
    <DataTable
      label={t('title')}
      columns={isOfOneAdvertiser ? columns.filter(({ key }) => key !== 'advertiser') : columns}
      rows={promotions}
      rowKey={({ id }) => id}
      empty={empty}
    />
  )
}

function useColumns(): Column<OfferedPromotion>[] {
  const t = useTexts('promotions')
  const categoryText = useOptionText()
  return [
    {
      key: 'advertiser',
      place: 'figure',
      header: t('column.advertiser'),
      cell: (row) => row.advertiser_name,
    },
    {
      key: 'title',
      header: t('column.title'),
      isTitle: true,
      hasDetails: true,
      cell: (row) => <CellText details={[t(`type.${row.type}`), categoryText(row.category)]}>{row.title}</CellText>,
    },
    { key: 'coupon', header: t('column.coupon'), place: 'detail', cell: (row) => <Coupon promotion={row} /> },
    {
      key: 'description',
      header: t('column.description'),
      place: 'more',
      cell: (row) => row.description || '–',
    },
    {
      key: 'commission',
      header: t('column.commission'),
      place: 'more',
      cell: (row) => row.commission || '–',
    },
    { key: 'start', header: t('column.start'), place: 'more', cell: (row) => <DateText value={row.start} /> },
    {
      key: 'end',
      header: t('column.end'),
      place: 'more',
      cell: (row) => (row.end === null ? t('noEnd') : <DateText value={row.end} />),
    },
    {
      key: 'link',
      header: t('column.link'),
      align: 'end',
      place: 'status',
      cell: (row) => <TrackedLink promotion={row} />,
    },
  ]
}

function Coupon({ promotion: { coupon, type, is_own_coupon: isOwn } }: { promotion: OfferedPromotion }) {
  const t = useTexts('promotions')
  // In a row of two lines the kind of promotion stands where others have their code.
  if (coupon === null) return <span className={styles.narrow}>{t(`type.${type}`)}</span>
  return (
    <CellText details={[isOwn && t('ownCoupon')]}>
      <Group className={styles.wide ?? ''} gap="xs" wrap="nowrap">
        <code>{coupon}</code>
        <CopyButton value={coupon} label={t('copyCode')} size="xs" />
      </Group>
      <span className={styles.narrow}>
        <CopyButton value={coupon} label={coupon} size="xs" />
      </span>
    </CellText>
  )
}

/** The link to copy, or the step that leads to one. */
function TrackedLink({ promotion }: { promotion: OfferedPromotion }) {
  const t = useTexts('promotions')
  if (promotion.tracking_url !== null) {
    return <CopyButton value={promotion.tracking_url} label={t('copyLink')} size="xs" />
  }
  const to = promotion.is_joined
    ? '/account#sites'
    : `/advertisers?keyword=${encodeURIComponent(promotion.advertiser_name)}`
  return (
    <Button component={Link} to={to} variant="default" size="xs">
      {promotion.is_joined ? t('noSite') : t('join')}
    </Button>
  )
}
