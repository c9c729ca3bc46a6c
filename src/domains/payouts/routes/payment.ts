import { startOfDay, toDay } from '#kernel/days.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import { readOwed } from '#domains/ledger/queries.ts'
import { getPublisherId } from '#domains/publishers/rules.ts'
import { sumPending } from '#domains/transactions/queries/sum-pending.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { getBalanceCall, getPaymentCall, removeBankCall, saveBankCall, savePaymentCall } from '../contract/payment.ts'
import { getMinimum, planNextPayment, readBankAccount, readThreshold } from '../rules/payment.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { removeBank, saveBank, savePayment } from '../commands/payment.ts'
import { getPayment, getThreshold } from '../queries/payment.ts'
import { viewPayment } from '../views/payment.ts'

/** The routes of the payouts domain. */
export const payoutRoutes: Route[] = [
  route(getBalanceCall, async (ctx) => {
    const publisherId = getPublisherId(ctx.actor)
    const today = toDay(ctx.now)
    const monthStart = startOfDay(`${today.slice(0, 8)}01`)
    const [pending, confirmed, threshold] = await Promise.all([
      sumPending(ctx.db, { publisherId }),
      readOwed(ctx.db, { publisherId, monthStart, currency: BASE_CURRENCY }),
      getThreshold(ctx.db, { publisherId }),
    ])
    const minimum = getMinimum(threshold)
    const { day, amount } = planNextPayment(confirmed, { today, minimum })
    return {
      ...SUCCESS,
      data: {
        currency: BASE_CURRENCY,
        pending: formatAmount(pending),
        confirmed: formatAmount(confirmed.total),
        next_payment: {
          day,
          amount: amount === null ? null : formatAmount(amount),
          minimum: formatAmount(minimum),
        },
      },
    }
  }),
]

/** The routes of the payment panel. */
export function paymentRoutes({ branding, sealing }: { branding: EmailBranding; sealing: Sealing }): Route[] {
  const done = ({ locale }: RequestCtx) => ({ ...SUCCESS, message: mailTexts(locale, 'payouts')('saved') })
  return [
    route(getPaymentCall, async (ctx) => {
      const payment = await getPayment(ctx.db, sealing, { publisherId: getPublisherId(ctx.actor) })
      return { ...SUCCESS, data: viewPayment(payment, ctx.now) }
    }),
    route(savePaymentCall, async (ctx, { body: { threshold, payEmail: paypalEmail, billingEmail } }) => {
      const settings = { thresholdAmount: readThreshold(threshold), paypalEmail, billingEmail, branding }
      await savePayment(ctx, { publisherId: getPublisherId(ctx.actor), ...settings })
      return done(ctx)
    }),
    route(saveBankCall, async (ctx, { body }) => {
      const bank = readBankAccount(body)
      await saveBank(ctx, { publisherId: getPublisherId(ctx.actor), bank, sealing, branding })
      return done(ctx)
    }),
    route(removeBankCall, async (ctx) => {
      await removeBank(ctx, { publisherId: getPublisherId(ctx.actor), branding })
      return done(ctx)
    }),
  ]
}
