import { Progress, Stack, Text } from '@mantine/core'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { answerTo } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import type { AlertView, BudgetView } from '../contract.ts'
import type { BudgetMeasure } from '../rules.ts'

interface BudgetTableProps {
  budgets: readonly BudgetView[]
  /** Whether the reader may end budgets. */
  canEnd: boolean
  answer: IntentAnswer | undefined
}

/** The budgets of a brand: what is used of each, when it ends, and what happens then. */
export function BudgetTable({ budgets, canEnd, answer }: BudgetTableProps) {
  const t = useTexts('budgets')
  const columns = useColumns(answer).filter(({ key }) => canEnd || key !== 'end')
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={budgets}
      rowKey={({ id }) => id}
      empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
    />
  )
}

function useColumns(answer: IntentAnswer | undefined): Column<BudgetView>[] {
  const t = useTexts('budgets')
  return [
    {
      key: 'budget',
      header: t('column.budget'),
      isTitle: true,
      cell: (row) => (
        <CellText details={[t(`measure.${row.measure}`)]}>
          {row.publisher_name ?? t('all')} · {t(`period.${row.period}`)}
        </CellText>
      ),
    },
    { key: 'used', header: t('column.used'), place: 'detail', cell: (row) => <Used budget={row} /> },
    {
      key: 'forecast',
      header: t('column.forecast'),
      cell: ({ forecast }) => (forecast ? <Forecast forecast={forecast} /> : '–'),
    },
    {
      key: 'consequence',
      header: t('column.consequence'),
      cell: ({ in_force: inForce, next }) => {
        const shown = inForce ?? next
        return shown ? t(`consequence.${shown.consequence}`) : '–'
      },
    },
    {
      key: 'end',
      header: '',
      place: 'status',
      cell: ({ id }) => (
        <ConfirmAction
          tone="bad"
          size="xs"
          label={t('end')}
          title={t('endTitle')}
          text={t('endText')}
          confirmLabel={t('end')}
          intent="end"
          fields={{ budget_id: id }}
          result={answerTo(answer, 'end')}
        />
      ),
    },
  ]
}

function Used({ budget }: { budget: BudgetView }) {
  const t = useTexts('budgets')
  const { in_force: inForce, next, used, used_percent: percent, measure } = budget
  return (
    <Stack gap={6} miw="12rem">
      {inForce?.cap && used !== null && percent !== null ? (
        <>
          <UsedOf used={used} cap={inForce.cap} measure={measure} />
          <Progress
            value={Math.min(percent, 100)}
            color={percent >= 100 ? 'var(--bad)' : percent >= 80 ? 'var(--warn)' : 'pine'}
            aria-label={t('usedLabel', { percent })}
          />
        </>
      ) : (
        <span>{t('notYet')}</span>
      )}
      {next?.cap && (
        <Text c="dimmed" fz="0.86rem">
          <Next version={next} measure={measure} />
        </Text>
      )}
    </Stack>
  )
}

function UsedOf({ used, cap, measure }: { used: string; cap: string; measure: BudgetMeasure }) {
  const t = useTexts('budgets')
  const [usedText, capText] = [used, cap].map((figure) => <Figure key={figure} figure={figure} measure={measure} />)
  return <span>{t.rich('usedOf', { used: () => usedText, cap: () => capText })}</span>
}

/** What holds from a later day on. */
function Next({ version, measure }: { version: NonNullable<BudgetView['next']>; measure: BudgetMeasure }) {
  const t = useTexts('budgets')
  const from = <DateText value={version.effective_from} />
  const cap = <Figure figure={version.cap ?? '0'} measure={measure} />
  return t.rich('next', { from: () => from, cap: () => cap, consequence: t(`consequence.${version.consequence}`) })
}

function Figure({ figure, measure }: { figure: string; measure: BudgetMeasure }) {
  const t = useTexts('budgets')
  return measure === 'orders' ? t('orders', { count: Number(figure) }) : <MoneyText amount={figure} />
}

function Forecast({ forecast }: { forecast: NonNullable<BudgetView['forecast']> }) {
  const t = useTexts('budgets')
  if (forecast.kind === 'day') return t.rich('forecast.day', { day: () => <DateText value={forecast.day} /> })
  if (forecast.kind === 'days' || forecast.kind === 'unknown') {
    return t(`forecast.${forecast.kind}`, { reached: 0, ...forecast })
  }
  return t(`forecast.${forecast.kind}`)
}

/** What budgets have reached, and which clicks they stopped. */
export function AlertTable({ alerts }: { alerts: readonly AlertView[] }) {
  const t = useTexts('budgets')
  return (
    <DataTable
      label={t('alerts.title')}
      columns={useAlertColumns()}
      rows={alerts}
      rowKey={({ budget_id: id, reached_at: at, level }) => `${id} ${at} ${level}`}
    />
  )
}

function useAlertColumns(): Column<AlertView>[] {
  const t = useTexts('budgets')
  return [
    {
      key: 'budget',
      header: t('column.budget'),
      isTitle: true,
      cell: (row) => (
        <CellText details={[t(`measure.${row.measure}`)]}>
          {row.publisher_name ?? t('all')} · {t(`period.${row.period}`)}
        </CellText>
      ),
    },
    { key: 'level', header: t('column.used'), place: 'figure', cell: ({ level }) => t(`alerts.level.${level}`) },
    { key: 'at', header: t('alerts.at'), cell: (row) => <DateText value={row.reached_at} withTime /> },
    { key: 'stop', header: t('alerts.stop'), cell: (row) => <Stopped alert={row} /> },
  ]
}

function Stopped({ alert: { stops_from: from, stops_until: until } }: { alert: AlertView }) {
  const t = useTexts('budgets')
  if (from === null || until === null) return '–'
  if (from === until) return t('alerts.lifted')
  const [fromText, untilText] = [from, until].map((at) => <DateText key={at} value={at} withTime />)
  return t.rich('alerts.stopped', { from: () => fromText, until: () => untilText })
}
