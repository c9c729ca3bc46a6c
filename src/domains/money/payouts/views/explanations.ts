import { BASE_CURRENCY, floorToCents, formatAmount } from '#kernel/money.ts'
import type { ConditionView, Forecast, NextPayment, PaymentExplanation } from '../contract/explanation.ts'
import type { readOrderFacts } from '../queries/explanations.ts'
import { getClosingFee } from '../rules/closing.ts'
import { getPaymentState, listOrderConditions, listPayeeConditions, planOrderRun } from '../rules/explain.ts'
import type { Condition, PayeeFacts } from '../rules/explain.ts'
import type { ForecastRun } from '../rules/forecast.ts'
import { findTakeBacks, sumOpenCommission } from '../rules/take-backs.ts'

function viewCondition({ name, isMet, at, meaning, nextAt, missing }: Condition): ConditionView {
  return {
    name,
    is_met: isMet,
    date: at?.toISOString() ?? null,
    date_is: meaning,
    next_date: nextAt?.toISOString() ?? null,
    missing: missing === null ? null : formatAmount(missing),
  }
}

type Order = Awaited<ReturnType<typeof readOrderFacts>>

/** Builds the explanation of an order. */
export function viewExplanation({ facts, holdReason, payoutId, lines }: Order, payee: PayeeFacts, now: Date) {
  const state = getPaymentState(facts)
  const { payments, takeBacks } = findTakeBacks(lines, payee.nextRun)
  const isOpen = state === 'pending' || state === 'confirmed' || state === 'payable'
  const explanation: PaymentExplanation = {
    state,
    currency: BASE_CURRENCY,
    hold_reason: holdReason,
    payout_id: state === 'in_payment' || state === 'paid' ? payoutId : null,
    conditions: listOrderConditions(facts, payee, now).map(viewCondition),
    run: isOpen ? planOrderRun(facts, payee.nextRun, now) : null,
    minimum: formatAmount(payee.minimum),
    open: formatAmount(facts.status === 'CANCELLED' ? 0n : sumOpenCommission(facts.commission, lines)),
    payments: payments.map((payment) => ({
      payout_id: payment.payoutId,
      statement_number: payment.statementNumber,
      date: payment.paidAt.toISOString(),
      amount: formatAmount(payment.amount),
    })),
    taken_back: takeBacks.map(({ decidedAt, amount, run, ...takeBack }) => ({
      date: decidedAt.toISOString(),
      amount: formatAmount(amount),
      payout_id: takeBack.payoutId,
      statement_number: takeBack.statementNumber,
      run,
    })),
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
