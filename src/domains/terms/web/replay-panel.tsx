import { Group, Progress, Stack, Text } from '@mantine/core'
import { useRefreshWhile } from '#platform/web/refresh-while.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { MoneyText, NumberText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { RatesView, ReplayView } from '../contract/brand.ts'

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
  return (
    <Panel
      title={t('replay.title')}
      text={<Explanation result={replay?.result} />}
      flush={Boolean(replay?.result)}
      actions={!isRunning && start}
    >
      {replay ? <Replay replay={replay} /> : undefined}
    </Panel>
  )
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

function Replay({ replay }: { replay: ReplayView }) {
  const t = useTexts('rates')
  const { status, days_done: done, days, result } = replay
  if (status === 'failed') return <FormMessage tone="bad">{t('replay.failed')}</FormMessage>
  if (result) return <ReplayResult result={result} />
  const text = t('replay.running', { done, days })
  return (
    <Stack gap="xs">
      <Text component="output">{text}</Text>
      <Progress value={(100 * done) / days} animated aria-label={text} />
    </Stack>
  )
}

type Result = NonNullable<ReplayView['result']>
type Sums = Result['total']

function ReplayResult({ result: { total, gaining, losing, publishers } }: { result: Result }) {
  const t = useTexts('rates')
  const columns = useColumns()
  const more = gaining + losing - publishers.length
  if (total.orders === 0) return <Text p="md">{t('replay.noOrders')}</Text>
  return (
    <>
      {publishers.length > 0 && (
        <DataTable
          label={t('replay.label')}
          columns={columns}
          rows={publishers}
          rowKey={({ id }) => id}
          totals={{
            name: t('replay.total'),
            orders: <NumberText value={total.orders} />,
            value: <MoneyText amount={total.value} />,
            before: <MoneyText amount={total.before} />,
            after: <MoneyText amount={total.after} />,
            change: <Change sums={total} />,
          }}
        />
      )}
      {more > 0 && <Text p="md">{t('difference.more', { count: more })}</Text>}
    </>
  )
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
