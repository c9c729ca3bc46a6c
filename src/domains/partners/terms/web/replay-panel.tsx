import { Group, Text } from '@mantine/core'
import { useRefreshWhile } from '#platform/web/refresh-while.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DryRunReport } from '#ui/dry-run-report.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { MoneyText, NumberText } from '#ui/money-text.tsx'
import { StepProgress } from '#ui/step-progress.tsx'
import type { RatesView, ReplayView } from '../contract/advertiser.ts'

interface ReplayPanelProps {
  draft: Pick<NonNullable<RatesView['draft']>, 'revision' | 'replay'>
  answer: IntentAnswer | undefined
}

/** What the orders of the last 30 days earn by a draft, publisher by publisher. */
export function ReplayPanel({ draft, answer }: ReplayPanelProps) {
  const t = useTexts('rates')
  const { replay, revision } = draft
  const isRunning = replay?.status === 'running'
  useRefreshWhile(isRunning)
  const start = (
    <ActionForm intent="replay" result={answerTo(answer, 'replay')}>
      <HiddenField name="revision" value={revision} />
      <SubmitButton variant="default">{t(replay ? 'replay.again' : 'replay.start')}</SubmitButton>
    </ActionForm>
  )
  const result = replay?.result
  return (
    <DryRunReport
      title={t('replay.title')}
      text={<Explanation result={result} />}
      actions={!isRunning && start}
      outcome={replay && !hasRows(result) ? <State replay={replay} /> : undefined}
      table={useResultTable(result)}
      more={useMore(result)}
    />
  )
}

type Result = NonNullable<ReplayView['result']>
type Sums = Result['total']

function hasRows(result: Result | null | undefined): result is Result {
  return Boolean(result && result.publishers.length > 0)
}

function Explanation({ result }: { result: Result | null | undefined }) {
  const t = useTexts('rates')
  if (!result || result.total.orders === 0) return t('replay.text')
  const { gaining, losing } = result
  return (
    <>
      {t('replay.text')}{' '}
      <Text span c="var(--mantine-color-text)">
        {t('replay.summary', { losing, gaining })}
      </Text>
    </>
  )
}

/** What stands in place of rows: how far the replay is, why it ended, or that no order is there. */
function State({ replay: { status, days_done: done, days, result } }: { replay: ReplayView }) {
  const t = useTexts('rates')
  if (status === 'failed') return <FormMessage tone="bad">{t('replay.failed')}</FormMessage>
  if (result) return result.total.orders === 0 ? <Text>{t('replay.noOrders')}</Text> : null
  return <StepProgress text={t('replay.running', { done, days })} share={done / days} />
}

/** The publishers whose orders earn more or less, with the sums of all orders. */
function useResultTable(result: Result | null | undefined) {
  const t = useTexts('rates')
  const columns = useColumns()
  if (!hasRows(result)) return undefined
  const { total, publishers } = result
  return {
    label: t('replay.label'),
    columns,
    rows: publishers,
    rowKey: ({ id }: Result['publishers'][number]) => id,
    totals: {
      name: t('replay.total'),
      orders: <NumberText value={total.orders} />,
      value: <MoneyText amount={total.value} />,
      before: <MoneyText amount={total.before} />,
      after: <MoneyText amount={total.after} />,
      change: <Change sums={total} />,
    },
  }
}

/** How many publishers the table leaves out. */
function useMore(result: Result | null | undefined): string | undefined {
  const t = useTexts('rates')
  if (!result) return undefined
  const count = result.gaining + result.losing - result.publishers.length
  return count > 0 ? t('difference.more', { count }) : undefined
}

function useColumns(): Column<Result['publishers'][number]>[] {
  const t = useTexts('rates')
  return [
    { key: 'name', header: t('difference.publisher'), isTitle: true, cell: ({ name }) => name },
    { key: 'orders', header: t('replay.orders'), align: 'end', cell: ({ orders }) => <NumberText value={orders} /> },
    { key: 'value', header: t('replay.value'), align: 'end', cell: ({ value }) => <MoneyText amount={value} /> },
    { key: 'before', header: t('replay.before'), align: 'end', cell: ({ before }) => <MoneyText amount={before} /> },
    { key: 'after', header: t('replay.after'), align: 'end', cell: ({ after }) => <MoneyText amount={after} /> },
    {
      key: 'change',
      header: t('replay.change'),
      align: 'end',
      place: 'figure',
      cell: (sums) => <Change sums={sums} />,
    },
  ]
}

/** How much more or less is earned. The sign says it too, so that it does not depend on the colour. */
function Change({ sums: { change } }: { sums: Pick<Sums, 'change'> }) {
  const isLess = change.startsWith('-')
  const isMore = !isLess && /[1-9]/.test(change)
  return (
    <Group component="span" gap={0} justify="end" c={isLess ? 'var(--bad)' : isMore ? 'var(--good)' : 'inherit'}>
      {isMore && '+'}
      <MoneyText amount={change} />
    </Group>
  )
}
