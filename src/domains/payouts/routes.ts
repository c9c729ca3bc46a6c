import { startOfDay, toDay } from '#kernel/days.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import { readConfirmed } from '#domains/ledger/queries.ts'
import { getPublisherId } from '#domains/publishers/rules.ts'
import { sumPending } from '#domains/transactions/queries/sum-pending.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { getBalanceCall } from './contract.ts'
import { MINIMUM_PAYOUT, planNextPayment } from './rules.ts'

/** The routes of the payouts domain. */
export const payoutRoutes: Route[] = [
  route(getBalanceCall, async (ctx) => {
    const publisherId = getPublisherId(ctx.actor)
    const today = toDay(ctx.now)
    const monthStart = startOfDay(`${today.slice(0, 8)}01`)
    const [pending, confirmed] = await Promise.all([
      sumPending(ctx.db, { publisherId }),
      readConfirmed(ctx.db, { publisherId, monthStart, currency: BASE_CURRENCY }),
    ])
    const { day, amount } = planNextPayment(confirmed, today)
    return {
      ...SUCCESS,
      data: {
        currency: BASE_CURRENCY,
        pending: formatAmount(pending),
        confirmed: formatAmount(confirmed.total),
        next_payment: {
          day,
          amount: amount === null ? null : formatAmount(amount),
          minimum: formatAmount(MINIMUM_PAYOUT),
        },
      },
    }
  }),
]
