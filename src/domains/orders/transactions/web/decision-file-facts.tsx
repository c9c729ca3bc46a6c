import { useRefreshWhile } from '#platform/web/refresh-while.ts'
import { useTexts } from '#platform/web/texts.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DryRunReport } from '#ui/dry-run-report.tsx'
import { FormMessage } from '#ui/form.tsx'
import { MoneyText, NumberText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import { StepProgress } from '#ui/step-progress.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Status } from '#ui/status-badge.tsx'
import type { DecisionFileView } from '../contract/decision-file.ts'
import { BULK_ACTIONS } from '../contract/vocabulary.ts'
import type { FileStatus } from '../rules/decision-file.ts'

const LOOKS: Record<FileStatus, Status> = {
  checking: 'PENDING',
  checked: 'DRAFT',
  deciding: 'PENDING',
  decided: 'CONFIRMED',
  reversing: 'PENDING',
  reversed: 'CLOSED',
  failed: 'REJECTED',
}

/** Whether a file was to be decided as a whole and has wrong lines, so that it decided nothing. */
function isRefused({ status, mode, figures }: DecisionFileView): boolean {
  return status === 'checked' && mode === 'all' && figures !== null && figures.refused > 0
}

/** The step of a file. */
export function FileBadge({ file }: { file: DecisionFileView }) {
  const t = useTexts('decision-files')
  if (isRefused(file)) return <StatusBadge status="REJECTED" label={t('status.refused')} />
  return <StatusBadge status={LOOKS[file.status]} label={t(`status.${file.status}`)} />
}

/** The steps that wait or are under way. */
const STEPS = ['checking', 'deciding', 'reversing'] as const

/** Returns the step of a file that waits or is under way. */
export function findStep({ status }: DecisionFileView) {
  return STEPS.find((step) => step === status)
}

/** Returns a function that names a file: as it was sent, or by what it decides on how many orders. */
export function useFileName() {
  const t = useTexts('decision-files')
  return ({ source, name, lines }: DecisionFileView): string => {
    const action = BULK_ACTIONS.find((each) => each === name)
    return source === 'file' || action === undefined ? name : t(`bulk.${action}`, { count: lines })
  }
}

/** Shows how far the step of a file is, and reads it again every second until it is done. */
export function FileProgress({ file }: { file: DecisionFileView }) {
  const t = useTexts('decision-files')
  const step = findStep(file)
  useRefreshWhile(step !== undefined)
  if (step === undefined) return null
  const { figures } = file
  const lines = step === 'reversing' && figures ? figures.decided - figures.reversed : file.lines
  const text = t(`progress.${step}`, { done: file.done, lines })
  return (
    <Panel>
      <StepProgress text={text} share={file.done / Math.max(lines, 1)} hint={t('progress.hint')} />
    </Panel>
  )
}

/** Says what came of the last step of a file. */
export function FileOutcome({ file }: { file: DecisionFileView }) {
  const t = useTexts('decision-files')
  const { status, mode, figures, reversal_note: note } = file
  if (!figures || findStep(file)) return null
  if (isRefused(file)) return <FormMessage tone="bad">{t('outcome.refused', { count: figures.refused })}</FormMessage>
  if (status === 'failed')
    return <FormMessage tone="bad">{t(mode === 'check' ? 'outcome.failedCheck' : 'outcome.failed')}</FormMessage>
  if (status === 'checked') return <FormMessage tone="good">{t('outcome.checked')}</FormMessage>
  if (status === 'decided') {
    const count = figures.decided
    return <FormMessage tone={count > 0 ? 'good' : 'bad'}>{t('outcome.decided', { count })}</FormMessage>
  }
  return (
    <FormMessage tone={figures.kept > 0 ? 'bad' : 'good'}>
      <span>
        {t('outcome.reversed', { count: figures.reversed })}{' '}
        {figures.kept > 0 && t('outcome.kept', { count: figures.kept })} {note && t('outcome.note', { note })}
      </span>
    </FormMessage>
  )
}

type Figures = NonNullable<DecisionFileView['figures']>

/** The counts of the lines of a file by what came of them. */
export function FileFigures({ figures, hasDecided }: { figures: Figures; hasDecided: boolean }) {
  const t = useTexts('decision-files')
  const names = [
    hasDecided ? ('decided' as const) : ('valid' as const),
    ...(figures.reversed > 0 ? (['reversed'] as const) : []),
    'refused' as const,
    'unchanged' as const,
    'left' as const,
    'publishers' as const,
  ]
  return (
    <StatRow>
      {names.map((name) => (
        <StatCard key={name} label={t(`figure.${name}`)} value={<NumberText value={figures[name]} />} />
      ))}
    </StatRow>
  )
}

/** What a file decided, or would decide, by action, with its effect on what the advertiser owes. */
export function FileActions({ figures, hasDecided }: { figures: Figures; hasDecided: boolean }) {
  const t = useTexts('decision-files')
  const columns = useActionColumns()
  if (figures.actions.length === 0) return null
  const title = t(hasDecided ? 'actions.decided' : 'actions.valid')
  return (
    <DryRunReport
      title={title}
      text={t(hasDecided ? 'actions.textDecided' : 'actions.text')}
      table={{
        label: title,
        columns,
        rows: figures.actions,
        rowKey: ({ action, currency }) => `${action} ${currency}`,
      }}
    />
  )
}

function useActionColumns(): Column<Figures['actions'][number]>[] {
  const t = useTexts('decision-files')
  const money = (key: 'commission' | 'fee') => ({
    key,
    header: t(`actions.${key}`),
    align: 'end' as const,
    cell: (row: Figures['actions'][number]) => <MoneyText amount={row[key]} digits={4} />,
  })
  return [
    { key: 'action', header: t('actions.action'), isTitle: true, cell: ({ action }) => t(`action.${action}`) },
    { key: 'count', header: t('actions.count'), align: 'end', cell: ({ count }) => <NumberText value={count} /> },
    {
      key: 'value',
      header: t('actions.orderValue'),
      align: 'end',
      place: 'figure',
      cell: ({ order_value: value, currency }) => <MoneyText amount={value} currency={currency} />,
    },
    money('commission'),
    money('fee'),
  ]
}
