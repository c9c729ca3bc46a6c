import { Badge, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText, NumberText } from '#ui/money-text.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Status } from '#ui/status-badge.tsx'
import type { ManagedPromotion } from '../contract/managed.ts'
import type { PromotionCheck, PromotionState } from '../rules.ts'

const LOOKS: Record<PromotionState, Status> = { active: 'ACTIVE', scheduled: 'PENDING', ended: 'CLOSED' }

/** Whether a promotion runs. */
export function PromotionBadge({ state }: { state: PromotionState }) {
  const t = useTexts('promotions')
  return <StatusBadge status={LOOKS[state]} label={t(`state.${state}`)} />
}

/** The checks that keep a promotion from earning; the others only remind. */
const SERIOUS: readonly PromotionCheck[] = ['link_failed', 'owner_left', 'code_unpaid']

/** What to look at in a promotion, in short. */
export function CheckBadges({ checks }: Pick<ManagedPromotion, 'checks'>) {
  const t = useTexts('promotions')
  if (checks.length === 0) return null
  return (
    <Group gap={6} component="span" display="inline-flex">
      {checks.map((check) => (
        <Badge key={check} component="span" size="md" color={SERIOUS.includes(check) ? 'bad' : 'warn'}>
          {t(`check.${check}`)}
        </Badge>
      ))}
    </Group>
  )
}

/** The columns of lists of promotions. */
export function useManagedColumns(getLink: (promotion: ManagedPromotion) => ReactNode) {
  const t = useTexts('promotions')
  const title: Column<ManagedPromotion> = {
    key: 'title',
    header: t('column.title'),
    isTitle: true,
    cell: (row) => (
      <CellText details={[t(`type.${row.type}`), row.checks.length > 0 && <CheckBadges key="checks" {...row} />]}>
        {getLink(row)}
      </CellText>
    ),
  }
  const coupon: Column<ManagedPromotion> = {
    key: 'coupon',
    header: t('column.coupon'),
    cell: (row) => (row.coupon === null ? '–' : <code>{row.coupon}</code>),
  }
  const owner: Column<ManagedPromotion> = {
    key: 'owner',
    header: t('column.owner'),
    cell: (row) => <Owner promotion={row} />,
  }
  const start: Column<ManagedPromotion> = {
    key: 'start',
    header: t('column.start'),
    cell: (row) => <DateText value={row.start} />,
  }
  const end: Column<ManagedPromotion> = {
    key: 'end',
    header: t('column.end'),
    cell: (row) => (row.end === null ? t('noEnd') : <DateText value={row.end} />),
  }
  const state: Column<ManagedPromotion> = {
    key: 'state',
    header: t('column.state'),
    place: 'figure',
    cell: (row) => <PromotionBadge state={row.state} />,
  }
  return { title, coupon, owner, start, end, state }
}

function Owner({ promotion: { coupon, owner } }: { promotion: ManagedPromotion }) {
  const t = useTexts('promotions')
  if (coupon === null) return '–'
  if (owner === null) return t('manage.allPublishers')
  return <CellText details={[owner.publisher_name]}>{owner.site_name}</CellText>
}

/** How often a code was used, and how often without a click of its owner. */
export interface CodeUse {
  orders: number
  leaked: number
}

/** The column of the use of codes; `find` knows those that belong to sites. */
export function useUseColumn(find: (promotion: ManagedPromotion) => CodeUse | undefined): Column<ManagedPromotion> {
  const t = useTexts('promotions')
  return {
    key: 'orders',
    header: t('column.orders'),
    label: t('column.ordersShort'),
    align: 'end',
    cell: (row) => {
      const use = find(row)
      if (use === undefined) return '–'
      const leaked = use.leaked > 0 && (
        <Text span inherit c="var(--bad)">
          {t('leak.short', { count: use.leaked })}
        </Text>
      )
      return (
        <CellText details={[leaked]}>
          <NumberText value={use.orders} />
        </CellText>
      )
    },
  }
}
