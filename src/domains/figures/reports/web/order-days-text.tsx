import { Text } from '@mantine/core'
import { useLocale } from 'use-intl'
import { addDays, countDays } from '#kernel/days.ts'
import { useTexts } from '#platform/web/texts.tsx'
import type { AdvertiserReport } from '../contract/advertiser-report.ts'

/** Says by which day a report counts orders, and how its total comes about beside that by the other day. */
export function OrderDaysText({ report }: { report: AdvertiserReport }) {
  const t = useTexts('reports')
  const locale = useLocale()
  const { date_type: dateType, begin, end, order_days: orderDays, totals } = report
  if (!orderDays) return <Text c="dimmed">{t(`brand.counted.${dateType}`)}</Text>
  const { both, later, earlier, as_of: asOf } = orderDays
  const [clicked, placed] = [both + later, both + earlier]
  const days = countDays({ from: begin, until: addDays(end, 1) })
  const isBehind = totals.total_transactions !== (dateType === 'click_date' ? clicked : placed)
  const format = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', timeZone: 'UTC' })
  return (
    <Text c="dimmed">
      {t(`brand.counted.${dateType}`)} {t('brand.days', { clicked, placed, both, later, earlier, days })}
      {isBehind && ` ${t('brand.daysAsOf', { asOf: format.format(new Date(asOf)) })}`}
    </Text>
  )
}
