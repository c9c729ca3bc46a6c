import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import type { PaymentExplanation, TakeBackView } from '../contract/explanation.ts'

interface PaidHistoryProps {
  payments: PaymentExplanation['payments']
  takenBack: readonly TakeBackView[]
  /** What is still to be paid. */
  open: string
  currency: string
}

/** What was paid for an order, what later decisions take back, with their statements, and what is still open. */
export function PaidHistory({ payments, takenBack, open, currency }: PaidHistoryProps) {
  const t = useTexts('statements')
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
          {t.rich('history.open', { amount: () => <MoneyText amount={open} currency={currency} /> })}
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
