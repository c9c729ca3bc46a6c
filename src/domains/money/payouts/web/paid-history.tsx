import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import type { PaymentExplanation, TakeBackView } from '../contract/explanation.ts'

interface PaidHistoryProps {
  explanation: PaymentExplanation
  /** Whether something is still to be paid. */
  isOpen: boolean
}

/**
 * What was paid for an order, what later decisions take back, with their statements, and what is still open. Nothing
 * for an order of which all is paid or all is open.
 */
export function PaidHistory({ explanation, isOpen }: PaidHistoryProps) {
  const t = useTexts('statements')
  const { payments, taken_back: takenBack, open, currency } = explanation
  const stillOpen = <MoneyText amount={open} currency={currency} />
  if (takenBack.length === 0 && (!isOpen || payments.length === 0)) return null
  return (
    <ul className="plain-list">
      {payments.map((payment) => (
        <HistoryLine
          key={`${payment.payout_id} ${payment.amount}`}
          {...{ ...payment, currency }}
          textKey="history.paid"
        />
      ))}
      {takenBack.map((takeBack) => (
        <HistoryLine key={takeBack.date} {...{ ...takeBack, currency }} textKey={getTextKey(takeBack)} />
      ))}
      {Number(open) > 0 && (
        <Text component="li" py={6}>
          {t.rich('history.open', { amount: () => stillOpen })}
        </Text>
      )}
    </ul>
  )
}

type HistoryLineProps = Omit<TakeBackView, 'run'> & {
  run?: TakeBackView['run']
  currency: string
  textKey: 'history.paid' | ReturnType<typeof getTextKey>
}

function HistoryLine({ textKey, currency, run, ...line }: HistoryLineProps) {
  const t = useTexts('statements')
  const { payout_id: payoutId, statement_number: number } = line
  const amount = <MoneyText amount={line.amount} currency={currency} />
  const date = <DateText value={line.date} />
  const day = run && <DateText value={run.day} />
  const statement = payoutId !== null && (
    <Anchor component={Link} to={`/payments/${payoutId}`}>
      {number === null ? t('history.approved') : t('history.statement', { number })}
    </Anchor>
  )
  return (
    <Text component="li" py={6}>
      {t.rich(textKey, { amount: () => amount, date: () => date, day: () => day, statement: () => statement })}
    </Text>
  )
}

function getTextKey({ payout_id: payoutId, statement_number: number, run }: TakeBackView) {
  if (run === null) return 'history.takenBackForfeited'
  if (payoutId === null) return 'history.takesBack'
  return number === null ? 'history.takenBackApproved' : 'history.takenBack'
}
