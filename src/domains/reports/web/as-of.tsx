import { Text } from '@mantine/core'
import { useLocale } from 'use-intl'
import { useTexts } from '#platform/web/texts.tsx'
import type { Performance } from '../contract/calls.ts'

/** Explains the figures: up to which time, by which date, in which time zone and currency. */
export function AsOf({ report }: { report: Pick<Performance, 'as_of' | 'currency'> }) {
  const t = useTexts('reports')
  const locale = useLocale()
  const { as_of: asOf, currency } = report
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
  return (
    <Text size="sm" c="dimmed">
      {asOf === null ? t('notYet', { currency }) : t('asOf', { asOf: format.format(new Date(asOf)), currency })}
    </Text>
  )
}
