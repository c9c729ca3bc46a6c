import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { PaymentExplanation } from '../contract/explanation.ts'
import { ConditionList } from './condition-list.tsx'

/** Says why an order is not paid yet, or when it was paid. Needs the texts `statements` and `transactions`. */
export function ExplanationPanel({ explanation }: { explanation: PaymentExplanation }) {
  const t = useTexts('statements')
  const ofOrders = useTexts('transactions')
  const { state, run, payout_id: payoutId, hold_reason: holdReason, ...facts } = explanation
  const isOpen = state !== 'paid' && state !== 'in_payment' && state !== 'cancelled'
  const day = run && <DateText value={run.day} />
  return (
    <Panel
      title={t(isOpen ? 'whyNotPaid' : 'payment')}
      text={
        run === null
          ? t(state === 'paid' ? 'paidText' : state === 'in_payment' ? 'inPaymentText' : 'cancelledText')
          : t.rich('orderRun', { day: () => day })
      }
    >
      <ConditionList {...facts} holdReason={holdReason === null ? undefined : ofOrders(`holdReason.${holdReason}`)} />
      {payoutId !== null && (
        <Text mt="sm">
          <Anchor component={Link} to={`/payments/${payoutId}`}>
            {t('toStatement')}
          </Anchor>
        </Text>
      )}
    </Panel>
  )
}
