import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { PaymentExplanation } from '../contract/explanation.ts'
import { ConditionList } from './condition-list.tsx'
import { PaidHistory } from './paid-history.tsx'

/** What stands in place of the run when no run is planned. */
const TEXTS_WITHOUT_RUN = {
  pending: 'onHoldText',
  confirmed: 'noCommissionText',
  payable: 'noCommissionText',
  cancelled: 'cancelledText',
  in_payment: 'inPaymentText',
  paid: 'paidText',
  retained: 'retainedText',
  lapsed: 'lapsedText',
} as const

/** Names the text of an order without a planned run. */
function getTextWithoutRun({ state, hold_reason: holdReason, taken_back: takenBack }: PaymentExplanation) {
  if (state === 'pending') return holdReason === null ? 'noRateText' : TEXTS_WITHOUT_RUN.pending
  if (takenBack.length > 0 && state === 'cancelled') return 'cancelledPaidText'
  if (takenBack.length > 0 && (state === 'paid' || state === 'confirmed')) return 'takenBackText'
  return TEXTS_WITHOUT_RUN[state]
}

/** Says why an order is not paid yet, or when it was paid. Needs the texts `statements` and `transactions`. */
export function ExplanationPanel({ explanation }: { explanation: PaymentExplanation }) {
  const t = useTexts('statements')
  const ofOrders = useTexts('transactions')
  const { state, run, payout_id: payoutId, hold_reason: holdReason } = explanation
  const day = run && <DateText value={run.day} />
  const unmet = explanation.conditions.find((condition) => !condition.is_met)
  const isOpen = state === 'pending' || state === 'confirmed' || state === 'payable'
  return (
    <Panel
      title={t(isOpen ? 'whyNotPaid' : 'payment')}
      text={
        run === null
          ? t(getTextWithoutRun(explanation))
          : t.rich(`waits.${unmet?.name ?? 'nothing'}`, { day: () => day })
      }
    >
      <ConditionList
        conditions={explanation.conditions}
        currency={explanation.currency}
        minimum={explanation.minimum}
        isWaiting={state === 'pending' || state === 'confirmed'}
        holdReason={holdReason === null ? undefined : ofOrders(`holdReason.${holdReason}`)}
      />
      <PaidHistory explanation={explanation} isOpen={isOpen} />
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
