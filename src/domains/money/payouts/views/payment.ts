import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { PaymentView } from '../contract/payment.ts'
import type { getPayment } from '../queries/payment.ts'
import { getWaitUntil, maskNumber } from '../rules/payment.ts'

/** How a publisher is paid, without the account number. */
export function viewPayment(payment: Awaited<ReturnType<typeof getPayment>>, now: Date): PaymentView {
  const { thresholdAmount, billingEmail, paypalEmail, destinationChangedAt, bank, hold } = payment
  return {
    threshold: formatAmount(thresholdAmount, 2),
    currency: BASE_CURRENCY,
    payEmail: paypalEmail,
    billingEmail,
    bank: bank && { ...bank, accountNumber: maskNumber(bank.accountNumber) },
    changed_at: destinationChangedAt?.toISOString() ?? null,
    payouts_wait_until: getWaitUntil(destinationChangedAt, now)?.toISOString() ?? null,
    hold: hold ? { since: hold.beganAt.toISOString(), reason: hold.reason } : null,
  }
}
