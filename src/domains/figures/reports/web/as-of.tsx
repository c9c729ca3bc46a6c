import { Text } from '@mantine/core'
import { useLocale } from 'use-intl'
import { useTexts } from '#platform/web/texts.tsx'
import type { Performance } from '../contract/calls.ts'
import type { DateType } from '../contract/vocabulary.ts'

interface AsOfProps {
  report: Pick<Performance, 'as_of' | 'currency'>
  /** The day on which the report counts orders. */
  dateType?: DateType
}

/** Explains the figures: up to which time, by which date, in which time zone and currency. */
export function AsOf({ report, dateType = 'click_date' }: AsOfProps) {
  const t = useTexts('reports')
  const locale = useLocale()
  const { as_of: asOf, currency } = report
  const isOfOrders = dateType === 'transaction_date'
  const [notYet, until] = isOfOrders ? (['ordersNotYet', 'ordersAsOf'] as const) : (['notYet', 'asOf'] as const)
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
  return (
    <Text size="sm" c="dimmed">
      {asOf === null ? t(notYet, { currency }) : t(until, { asOf: format.format(new Date(asOf)), currency })}
    </Text>
  )
}
