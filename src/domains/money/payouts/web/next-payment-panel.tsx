import { useTexts } from '#platform/web/texts.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { NextPayment } from '../contract/explanation.ts'
import { ConditionList } from './condition-list.tsx'
import { useMonthName } from '#ui/month-text.ts'

/** The next run, what it pays, and its conditions for the publisher. */
export function NextPaymentPanel({ next }: { next: NextPayment }) {
  const t = useTexts('statements')
  const getMonthName = useMonthName()
  const { run, due, minimum, currency, conditions } = next
  const day = <DateText value={run.day} />
  const amount = <MoneyText amount={due} currency={currency} />
  const text = due.startsWith('-')
    ? t('nextRunNegative')
    : t.rich('nextRun', { day: () => day, month: () => getMonthName(run.month), amount: () => amount })
  return (
    <Panel title={t('nextPayment')} text={text}>
      <ConditionList conditions={conditions} currency={currency} minimum={minimum} />
    </Panel>
  )
}
