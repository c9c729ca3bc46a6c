import { Skeleton, Text } from '@mantine/core'
import { Suspense } from 'react'
import { Await } from 'react-router'
import type { Deferred } from '#platform/web/deferred.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Forecast } from '../contract/explanation.ts'
import { useMonthName } from '#ui/month-text.ts'

/** What the next runs pay if nothing is cancelled; it may load after the page. */
export function ForecastPanel({ forecast }: { forecast: Deferred<Forecast> }) {
  const t = useTexts('statements')
  return (
    <Panel flush title={t('forecast.title')} text={t('forecast.text')}>
      <Suspense fallback={<Skeleton height="12rem" />}>
        <Await resolve={forecast} errorElement={<Missing />}>
          {(known) => (known ? <ForecastTable forecast={known} /> : <Missing />)}
        </Await>
      </Suspense>
    </Panel>
  )
}

function Missing() {
  const t = useTexts('statements')
  return (
    <Text p="md" c="dimmed">
      {t('forecast.missing')}
    </Text>
  )
}

type Run = Forecast['runs'][number]

function useRunColumns({ currency, runs }: Pick<Forecast, 'currency' | 'runs'>): Column<Run>[] {
  const t = useTexts('statements')
  const getMonthName = useMonthName()
  const isEmpty = runs.every(({ added }) => Number(added) === 0)
  const money = (amount: string) => <MoneyText amount={amount} currency={currency} />
  return [
    { key: 'day', header: t('forecast.day'), isTitle: true, cell: (run) => <DateText value={run.day} /> },
    { key: 'month', header: t('forecast.month'), place: 'detail', cell: (run) => getMonthName(run.month) },
    { key: 'added', header: t('forecast.added'), align: 'end', place: 'more', cell: (run) => money(run.added) },
    {
      key: 'paid',
      header: t('forecast.paid'),
      align: 'end',
      place: 'figure',
      cell: (run) => (Number(run.paid) > 0 ? money(run.paid) : isEmpty ? '–' : t('forecast.none')),
    },
  ]
}

function ForecastTable({ forecast: { runs, currency, on_hold: onHold } }: { forecast: Forecast }) {
  const t = useTexts('statements')
  const columns = useRunColumns({ currency, runs })
  const held = <MoneyText amount={onHold} currency={currency} />
  return (
    <>
      <DataTable label={t('forecast.title')} columns={columns} rows={runs} rowKey={(run) => run.month} />
      {Number(onHold) > 0 && (
        <Text p="md" c="dimmed">
          {t.rich('forecast.onHold', { amount: () => held })}
        </Text>
      )}
    </>
  )
}
