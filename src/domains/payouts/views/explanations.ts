import { BASE_CURRENCY, floorToCents, formatAmount } from '#kernel/money.ts'
import type { ConditionView, Forecast, NextPayment, PaymentExplanation } from '../contract/explanation.ts'
import type { readOrderFacts } from '../queries/explanations.ts'
import { getClosingFee } from '../rules/closing.ts'
import { getPaymentState, listOrderConditions, listPayeeConditions, planOrderRun } from '../rules/explain.ts'
import type { Condition, PayeeFacts } from '../rules/explain.ts'
import type { ForecastRun } from '../rules/forecast.ts'

function viewCondition({ name, isMet, at, nextAt, missing }: Condition): ConditionView {
  return {
    name,
    is_met: isMet,
    date: at?.toISOString() ?? null,
    next_date: nextAt?.toISOString() ?? null,
    missing: missing === null ? null : formatAmount(missing),
  }
}

type Order = Awaited<ReturnType<typeof readOrderFacts>>

/** Builds the explanation of an order. */
export function viewExplanation({ facts, holdReason, payoutId }: Order, payee: PayeeFacts, now: Date) {
  const state = getPaymentState(facts)
  const isOpen = state === 'pending' || state === 'confirmed' || state === 'payable'
  const explanation: PaymentExplanation = {
    state,
    currency: BASE_CURRENCY,
    hold_reason: holdReason,
    payout_id: state === 'in_payment' || state === 'paid' ? payoutId : null,
    conditions: listOrderConditions(facts, payee, now).map(viewCondition),
    run: isOpen ? planOrderRun(facts, payee.nextRun, now) : null,
    minimum: formatAmount(payee.minimum),
  }
  return explanation
}

/** Builds the explanation of the next payment. */
export function viewNextPayment(payee: PayeeFacts, now: Date): NextPayment {
  return {
    currency: BASE_CURRENCY,
    run: payee.nextRun,
    due: formatAmount(floorToCents(payee.due - getClosingFee(payee.due, payee.closing !== null))),
    minimum: formatAmount(payee.minimum),
    conditions: listPayeeConditions(payee, now).map(viewCondition),
  }
}

/** Builds the forecast. */
export function viewForecast(runs: readonly ForecastRun[], onHold: bigint): Forecast {
  return {
    currency: BASE_CURRENCY,
    runs: runs.map(({ added, paid, ...run }) => ({ ...run, added: formatAmount(added), paid: formatAmount(paid) })),
    on_hold: formatAmount(onHold),
  }
}
