import { SUCCESS } from '#kernel/endpoint.ts'
import { getPublisherId } from '#kernel/actor-scope.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import { getPaymentCall, removeBankCall, saveBankCall, savePaymentCall } from '../contract/payment.ts'
import { getWaitUntil, maskNumber, readBankAccount, readThreshold } from '../rules/payment.ts'
import { removeBank, saveBank, savePayment } from '../commands/payment.ts'
import { getPayment } from '../queries/payment.ts'
import type { PaymentView } from '../contract/payment.ts'

/** The routes of the payment panel. */
export function paymentRoutes({ sealing }: { sealing: Sealing }): Route[] {
  const done = ({ locale }: RequestCtx) => ({ ...SUCCESS, message: mailTexts(locale, 'payouts')('saved') })
  return [
    route(getPaymentCall, async (ctx) => {
      const payment = await getPayment(ctx.db, sealing, { publisherId: getPublisherId(ctx.actor) })
      return { ...SUCCESS, data: viewPayment(payment, ctx.now) }
    }),
    route(savePaymentCall, async (ctx, { body: { threshold, payEmail: paypalEmail, billingEmail } }) => {
      const settings = { thresholdAmount: readThreshold(threshold), paypalEmail, billingEmail }
      await savePayment(ctx, { publisherId: getPublisherId(ctx.actor), ...settings })
      return done(ctx)
    }),
    route(saveBankCall, async (ctx, { body }) => {
      const bank = readBankAccount(body)
      await saveBank(ctx, { publisherId: getPublisherId(ctx.actor), bank, sealing })
      return done(ctx)
    }),
    route(removeBankCall, async (ctx) => {
      await removeBank(ctx, { publisherId: getPublisherId(ctx.actor) })
      return done(ctx)
    }),
  ]
}

/** How a publisher is paid, without the account number. */
function viewPayment(payment: Awaited<ReturnType<typeof getPayment>>, now: Date): PaymentView {
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
