import { Anchor, Text } from '@mantine/core'
import { IconCalendarStats, IconMessageReport, IconPercentage, IconTicket } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { DateText } from '#ui/money-text.tsx'
import { useMonthName } from '#ui/month-text.ts'
import { useNoteEntries } from '#ui/notes.tsx'
import { ObjectTimeline } from '#ui/object-timeline.tsx'
import type { TimelineEntry } from '#ui/object-timeline.tsx'
import type { Measure } from '#kernel/measures.ts'
import { MeasureText } from '#domains/figures/reports/web/measure-text.tsx'
import type { RelationshipView } from '#domains/partners/memberships/contract/relationship.ts'
import type { SentInvitationView } from '#domains/partners/invitations/contract/advertiser.ts'
import { useHistoryEntries } from '#domains/programmes/history/web/history-entries.tsx'
import { useInvitationEntries } from '#domains/partners/invitations/web/invitation-entries.tsx'
import { useEventEntries } from '#domains/partners/memberships/web/event-entries.tsx'
import { Changes } from '#domains/partners/terms/web/difference-panel.tsx'

interface TimelineProps {
  relationship: RelationshipView
  invitations: readonly SentInvitationView[]
}

/**
 * What happened between a publisher and a programme, newest first: invitations, requests and decisions, rates, groups
 * and tags, notes, coupon codes, claims, and the orders of each month in sums. Needs the texts `memberships`,
 * `invitations`, `history`, `notes`, `rates`, `reports` and `claims`.
 */
export function RelationshipTimeline({ relationship, invitations }: TimelineProps) {
  const entries = [
    ...useMonthEntries(relationship),
    ...useInvitationEntries(invitations).filter(({ key }) => !key.endsWith('-accepted')),
    ...useEventEntries(relationship.events),
    ...useRateEntries(relationship),
    ...useCouponEntries(relationship),
    ...useClaimEntries(relationship),
    ...useHistoryEntries(relationship.history),
    ...useNoteEntries(relationship.notes),
  ]
  return <ObjectTimeline entries={entries} />
}

const MONTH_MEASURES: readonly Measure[] = [
  'click_count',
  'order_value',
  'commission',
  'confirmed_transactions',
  'cancelled_transactions',
]

function useMonthEntries({ months, currency }: RelationshipView): TimelineEntry[] {
  const t = useTexts('memberships')
  const reports = useTexts('reports')
  const nameMonth = useMonthName()
  return months.map(({ month, ended_at: endedAt, figures }) => ({
    key: `month-${month}`,
    icon: <IconCalendarStats size={20} />,
    title: t('timeline.month', { month: nameMonth(month), count: Number(figures.total_transactions) }),
    at: endedAt ?? undefined,
    tone: 'idle',
    children: (
      <Facts
        layout="line"
        facts={MONTH_MEASURES.map((measure) => [
          reports(`measure.${measure}`),
          <MeasureText key={measure} measure={measure} value={figures[measure] ?? null} currency={currency} />,
        ])}
      />
    ),
  }))
}

function useRateEntries({ rates }: RelationshipView): TimelineEntry[] {
  const t = useTexts('memberships')
  return rates.map((notice) => ({
    key: `rates-${notice.version}`,
    icon: <IconPercentage size={20} />,
    title: t(notice.is_cut ? 'timeline.cut' : 'timeline.raise', { version: notice.version }),
    at: notice.published_at,
    tone: notice.is_cut ? 'warn' : 'good',
    children: (
      <>
        <Text>{t.rich('timeline.from', { day: () => <DateText key="day" value={notice.effective_from} /> })}</Text>
        <Text c="dimmed" component="div">
          <Changes changes={notice.changes.slice(0, MAX_CHANGES)} />
        </Text>
        <Text c="dimmed">
          {notice.acknowledged_at === null
            ? t('timeline.notAcknowledged')
            : t.rich('timeline.acknowledged', {
                day: () => <DateText key="day" value={notice.acknowledged_at ?? ''} />,
              })}
        </Text>
      </>
    ),
  }))
}

/** The most changes of a version that an entry shows. */
const MAX_CHANGES = 5

function useCouponEntries({ coupons }: RelationshipView): TimelineEntry[] {
  const t = useTexts('memberships')
  return coupons.map(({ code, site, assigned_at: at, released_at: until }) => ({
    key: `coupon-${code}-${at}`,
    icon: <IconTicket size={20} />,
    title: t('timeline.coupon', { code }),
    at,
    children: (
      <Text>
        {site}
        {until !== null && t.rich('timeline.released', { day: () => <DateText key="day" value={until} /> })}
      </Text>
    ),
  }))
}

function useClaimEntries({ claims }: RelationshipView): TimelineEntry[] {
  const t = useTexts('memberships')
  const texts = useTexts('claims')
  return claims.map(({ claim_id: id, order_id: order, status, filed_at: at }) => ({
    key: `claim-${id}`,
    icon: <IconMessageReport size={20} />,
    title: (
      <Anchor component={Link} to={`/brand/claims/${id}`} inherit>
        {t('timeline.claim', { order })}
      </Anchor>
    ),
    at,
    children: <Text>{texts(`status.${status}`)}</Text>,
  }))
}
