import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Route } from './+types/calendar-page'
import { addDays, toDay } from '#kernel/days.ts'
import { callContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useMonthName } from '#ui/month-text.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { Reloading } from '#ui/reloading.tsx'
import { getOwnAdvertiserCall } from '#domains/programmes/programs/contract/program.ts'
import { listPromotionMonthCall } from '#domains/tracking/promotions/contract/managed.ts'
import type { ManagedPromotion } from '#domains/tracking/promotions/contract/managed.ts'
import { PromotionCalendar } from '#domains/tracking/promotions/web/promotion-calendar.tsx'

const LIST_PATH = '/brand/promotions'

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const month = new URL(request.url).searchParams.get('month') ?? ''
  const { id } = (await call(getOwnAdvertiserCall)).data
  const query = /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {}
  const { data } = await call(listPromotionMonthCall, { params: { advertiser_id: id }, query })
  return { ...data, today: toDay(new Date()), ...getPageMeta(context, 'promotions.calendar.title', ['promotions']) }
}

export const meta: Route.MetaFunction = titleMeta

export default function CalendarPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Calendar {...loaderData} />
    </TextsProvider>
  )
}

function Calendar({ month, today, promotions, count }: Route.ComponentProps['loaderData']) {
  const t = useTexts('promotions')
  const monthName = useMonthName()
  const first = `${month}-01`
  return (
    <>
      <PageHeader
        eyebrow={<Link to={LIST_PATH}>{t('form.back')}</Link>}
        title={t('calendar.title')}
        text={t('calendar.text')}
      />
      <Panel
        flush
        title={monthName(first)}
        actions={
          <Group gap="xs">
            <MonthLink to={addDays(first, -1)} label={t('calendar.previous')} Icon={IconChevronLeft} />
            <MonthLink to={addDays(first, 31)} label={t('calendar.next')} Icon={IconChevronRight} />
          </Group>
        }
      >
        <Reloading>
          {promotions.length === 0 ? (
            <EmptyState title={t('calendar.empty')} />
          ) : (
            <PromotionCalendar month={month} today={today} promotions={promotions} getLink={getLink} />
          )}
        </Reloading>
        {count > promotions.length && (
          <Text px="lg" pb="lg" c="dimmed">
            {t('calendar.more', { shown: promotions.length, count })}
          </Text>
        )}
      </Panel>
    </>
  )
}

function getLink({ id, title }: ManagedPromotion) {
  return (
    <Anchor component={Link} to={`${LIST_PATH}/${id}`} fw={600}>
      {title}
    </Anchor>
  )
}

function MonthLink({ to, label, Icon }: { to: string; label: string; Icon: typeof IconChevronLeft }) {
  return (
    <Button
      component={Link}
      to={`?month=${to.slice(0, 7)}`}
      variant="default"
      size="sm"
      leftSection={<Icon size={18} />}
    >
      {label}
    </Button>
  )
}
