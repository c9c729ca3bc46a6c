import { Text } from '@mantine/core'
import { HOUR_MS } from '#kernel/days.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DrawerLink } from '#ui/drawer-rows.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { ApplicantView, JoinRequestView } from '../contract/requests.ts'

/** Builds the columns of the queue of join requests. `now` is the time at which its clocks are read. */
export function useRequestColumns(
  getHref: (request: JoinRequestView) => string,
  now: string,
): Column<JoinRequestView>[] {
  const t = useTexts('memberships')
  return [
    {
      key: 'publisher',
      header: t('requests.column.publisher'),
      isTitle: true,
      cell: (request) => (
        <CellText mark={request.publisher_name} details={[request.country?.name]}>
          <DrawerLink to={getHref(request)} inherit>
            {request.publisher_name}
          </DrawerLink>
        </CellText>
      ),
    },
    {
      key: 'clock',
      header: t('requests.column.clock'),
      place: 'figure',
      cell: (request) => <RequestClock request={request} now={now} />,
    },
    { key: 'site', header: t('requests.column.site'), place: 'detail', cell: (request) => <Site of={request} /> },
    {
      key: 'methods',
      header: t('requests.column.methods'),
      place: 'more',
      cell: ({ methods }) => methods.join(', ') || '–',
    },
    {
      key: 'message',
      header: t('requests.column.message'),
      place: 'more',
      cell: ({ message, question, reason }) => question || reason || message || '–',
    },
  ]
}

/** The oldest active site of a publisher, since when it is known, and whether it is verified. */
export function Site({ of: publisher }: { of: ApplicantView }) {
  const t = useTexts('memberships')
  const { site, site_count: count, site_since: since, is_verified: isVerified } = publisher
  if (since === null) return t('requests.sites', { count })
  const day = <DateText value={since} />
  const known = t.rich('requests.since', { day: () => day })
  return (
    <CellText details={[known, t(isVerified ? 'requests.verified' : 'requests.notVerified')]}>
      <Text span inherit style={{ overflowWrap: 'anywhere' }}>
        {site}
      </Text>
      {count > 1 && ` · ${t('requests.sites', { count })}`}
    </CellText>
  )
}

/** The time that is left to decide a request; of one with a question since when it waits. */
export function RequestClock({ request, now }: { request: JoinRequestView; now: string }) {
  const t = useTexts('memberships')
  const { due_at: dueAt, asked_at: askedAt, decided_at: decidedAt, status } = request
  if (dueAt === null) {
    const decidedOn = <DateText value={decidedAt ?? ''} />
    if (decidedAt === null || (status !== 'joined' && status !== 'declined')) return '–'
    return t.rich(`requests.decidedOn.${status}`, { day: () => decidedOn })
  }
  const askedOn = <DateText value={askedAt ?? ''} />
  if (askedAt !== null) return t.rich('requests.askedSince', { day: () => askedOn })
  const hours = Math.round((Date.parse(dueAt) - Date.parse(now)) / HOUR_MS)
  const left =
    hours < 48
      ? t('requests.hours', { hours: Math.max(0, hours) })
      : t('requests.days', { days: Math.round(hours / 24) })
  const isSoon = hours < 12
  return (
    <CellText details={[<DateText key="due" value={dueAt} withTime />]}>
      <Text span inherit {...(isSoon && { c: 'var(--warn)', fw: 600 })}>
        {dueAt <= now ? t('requests.overdue') : left}
      </Text>
    </CellText>
  )
}
