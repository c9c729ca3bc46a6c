import { Anchor, Group, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import type { ConditionView } from '../contract/explanation.ts'

interface ConditionListProps {
  conditions: readonly ConditionView[]
  currency: string
  minimum: string
  /** Why an order is on hold, in the reader's language. */
  holdReason?: string | undefined
  /** Whether the order that is explained is not payable yet. */
  isWaiting?: boolean
}

/** The conditions of a payment, each with its date: those that are not met, and folded those that are. */
export function ConditionList({ conditions, ...facts }: ConditionListProps) {
  const t = useTexts('statements')
  const [unmet, met] = [conditions.filter((each) => !each.is_met), conditions.filter((each) => each.is_met)]
  return (
    <>
      <Conditions conditions={unmet} {...facts} />
      {met.length > 0 && (
        <details>
          <summary>{t('metCount', { met: met.length, count: conditions.length })}</summary>
          <Conditions conditions={met} {...facts} />
        </details>
      )}
    </>
  )
}

function Conditions({ conditions, ...facts }: ConditionListProps) {
  const t = useTexts('statements')
  return (
    <ul className="plain-list">
      {conditions.map((condition) => (
        <Group key={condition.name} component="li" gap="sm" py={6} wrap="nowrap" align="start">
          <ThemeIcon size={24} color={condition.is_met ? 'good' : 'warn'} aria-hidden>
            {condition.is_met ? <IconCheck size={16} /> : <IconClock size={16} />}
          </ThemeIcon>
          <Text>
            <span className="visually-hidden">{t(condition.is_met ? 'met' : 'unmet')}: </span>
            <ConditionText condition={condition} {...facts} />
          </Text>
        </Group>
      ))}
    </ul>
  )
}

/** The conditions whose date is an hour, not a day. */
const CONDITIONS_WITH_TIME: readonly string[] = ['details_age', 'closing']

type ConditionTextProps = Omit<ConditionListProps, 'conditions'> & { condition: ConditionView }

function ConditionText({ condition, currency, minimum, ...order }: ConditionTextProps) {
  const t = useTexts('statements')
  const { name, is_met: isMet, date, next_date: nextDate, missing } = condition
  const dateText = date !== null && <DateText value={date} withTime={CONDITIONS_WITH_TIME.includes(name)} />
  const nextText = nextDate !== null && <DateText value={nextDate} />
  const minimumText = <MoneyText amount={minimum} currency={currency} />
  const missingText = <MoneyText amount={missing ?? '0'} currency={currency} />
  const text = t.rich(getTextKey(condition, order), {
    date: () => dateText,
    next: () => nextText,
    minimum: () => minimumText,
    missing: () => missingText,
    reason: order.holdReason ?? '',
  })
  const tab = isMet ? undefined : TABS[name]
  if (tab === undefined) return text
  return (
    <Anchor component={Link} to={`/account#${tab}`}>
      {text}
    </Anchor>
  )
}

/** The conditions that say when they were met, where that is known. */
const DATED = ['tax_form_verified', 'tax_form_valid'] as const

/** Names the text of a condition; of some that are met there is one with the date. */
function getTextKey(condition: ConditionView, order: Pick<ConditionListProps, 'holdReason' | 'isWaiting'>) {
  const { name, is_met: isMet, date } = condition
  if (!isMet) return getUnmetKey(condition, order)
  const dated = date !== null && DATED.find((each) => each === name)
  return dated ? (`condition.${dated}.metAt` as const) : (`condition.${name}.met` as const)
}

/** The texts of unmet conditions whose date says something else than usual, by condition and meaning of the date. */
const UNMET_BY_DATE = {
  'decided.earliest': 'condition.decided.no_rate',
  'in_month.earliest': 'condition.in_month.unknown',
  'covered.expected': 'condition.covered.undecided',
  'covered.earliest': 'condition.covered.no_rate',
  'covered.unknown': 'condition.covered.held',
} as const satisfies Partial<Record<`${ConditionView['name']}.${ConditionView['date_is']}`, string>>

function getUnmetKey(
  { name, date_is: dateIs, next_date: nextDate }: ConditionView,
  { holdReason, isWaiting }: Pick<ConditionListProps, 'holdReason' | 'isWaiting'>,
) {
  if (name === 'decided' && holdReason !== undefined) return 'condition.decided.unknown'
  const ofDate = Object.entries(UNMET_BY_DATE).find(([key]) => key === `${name}.${dateIs}`)?.[1]
  if (ofDate !== undefined) return ofDate
  if (name === 'in_month' && isWaiting) return 'condition.in_month.open'
  if (name === 'covered' && nextDate !== null) return 'condition.covered.unmetNext'
  return `condition.${name}.unmet` as const
}

/** The tabs of the account where a publisher meets conditions. */
const TABS: Partial<Record<ConditionView['name'], string>> = {
  details: 'payment',
  bank_name: 'payment',
  tax_form: 'legal',
  tax_form_verified: 'legal',
  tax_form_valid: 'legal',
}
