import { Group, Text } from '@mantine/core'
import { findRenewal } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { useDayText } from '#ui/month-text.ts'
import { ActLink } from '#ui/team-gate.tsx'
import type { RateLineView } from '../contract/advertiser.ts'

interface RateLinesProps {
  lines: readonly RateLineView[]
  /** The revision of the draft that a change starts from; without it the rates cannot be changed here. */
  revision?: number
  /** The answer to a removal; the page shows a refusal once, not each rate. */
  answer?: IntentAnswer | undefined
}

/** The rates of a version or of a draft, each with the orders that it is for. */
export function RateLines({ lines, revision, answer }: RateLinesProps) {
  const t = useTexts('rates')
  const columns = useColumns(revision, answer)
  return <DataTable label={t('lines.label')} columns={columns} rows={lines} rowKey={getLineName} />
}

/** Names a line in an address: `3.sale`. */
export function getLineName({ rule, action_type: event }: Pick<RateLineView, 'rule' | 'action_type'>): string {
  return `${rule}.${event}`
}

function useColumns(revision: number | undefined, answer: IntentAnswer | undefined): Column<RateLineView>[] {
  const t = useTexts('rates')
  const columns: Column<RateLineView>[] = [
    { key: 'event', header: t('lines.event'), isTitle: true, cell: (line) => <EventCell line={line} /> },
    { key: 'who', header: t('lines.who'), place: 'detail', cell: (line) => <WhoCell line={line} /> },
    { key: 'rate', header: t('lines.rate'), align: 'end', place: 'figure', cell: ({ text }) => <b>{text}</b> },
    { key: 'period', header: t('lines.period'), cell: (line) => <PeriodText line={line} /> },
  ]
  if (revision === undefined) return columns
  const cell = (line: RateLineView) => <LineActions line={line} revision={revision} answer={answer} />
  return [...columns, { key: 'actions', header: t('lines.actions'), align: 'end', place: 'status', cell }]
}

function EventCell({ line }: { line: RateLineView }) {
  const t = useTexts('rates')
  const { product_group: group, region, customer } = line
  return <CellText details={[group, region?.name, customer && t(`customer.${customer}`)]}>{line.action_type}</CellText>
}

function WhoCell({ line: { publisher, group } }: { line: RateLineView }) {
  const t = useTexts('rates')
  if (publisher) return publisher.name
  return group ? t('lines.group', { name: group.name }) : <Text c="dimmed">{t('lines.everyone')}</Text>
}

const DAY_MS = 86_400_000

/** The days on which a rate holds. */
export function PeriodText({ line }: { line: Pick<RateLineView, 'starts_at' | 'ends_at'> }) {
  const t = useTexts('rates')
  const { starts_at: start, ends_at: end } = line
  const writeDay = useDayText()
  const from = start === null ? '' : writeDay(start)
  const until = end === null ? '' : writeDay(getLastDay(end))
  if (from === '' && until === '') return <Text c="dimmed">{t('lines.always')}</Text>
  if (from === '') return t('lines.until', { until })
  return until === '' ? t('lines.from', { from }) : t('lines.range', { from, until })
}

/** Returns the last whole day before an end. */
export function getLastDay(end: string): string {
  return new Date(new Date(end).getTime() - DAY_MS).toISOString().slice(0, 10)
}

/** Tells a rate from the others of its version: `sale, shoes, new, Group Partners, 8%`. */
function useLineText({ action_type: event, product_group, region, customer, ...line }: RateLineView): string {
  const t = useTexts('rates')
  const who = line.publisher?.name ?? (line.group && t('lines.group', { name: line.group.name }))
  const parts = [event, product_group, region?.name, customer && t(`customer.${customer}`), who, line.text]
  return parts.filter(Boolean).join(', ')
}

interface LineActionsProps {
  line: RateLineView
  revision: number
  answer: IntentAnswer | undefined
}

function LineActions({ line, revision, answer }: LineActionsProps) {
  const t = useTexts('rates')
  const rate = useLineText(line)
  return (
    <Group gap="xs" justify="end" wrap="nowrap">
      <ActLink
        act="set_terms"
        to={`?edit=${getLineName(line)}`}
        variant="default"
        size="sm"
        aria-label={t('lines.editName', { rate })}
      >
        {t('lines.edit')}
      </ActLink>
      <ActionForm intent="remove" result={findRenewal(answer)}>
        <HiddenField name="revision" value={revision} />
        <HiddenField name="rule" value={line.rule} />
        <HiddenField name="action_type" value={line.action_type} />
        <SubmitButton variant="default" size="sm" label={t('lines.removeName', { rate })}>
          {t('lines.remove')}
        </SubmitButton>
      </ActionForm>
    </Group>
  )
}
