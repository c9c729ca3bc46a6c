import { z } from 'zod'
import { Day } from '#kernel/day-query.ts'
import { endpoint } from '#kernel/endpoint.ts'

const Money = z.string().regex(/^-?\d+\.\d{4}$/)

/** What a publisher has earned, by state, and when the network pays it next. */
export const Balance = z.object({
  currency: z.string(),
  /** Commission of pending transactions. */
  pending: Money,
  /** Confirmed commission that the advertisers have not covered. */
  confirmed: Money,
  /** Covered commission that no approved payout contains; below zero after a reversal of what was paid. */
  payable: Money,
  /** Approved payouts that are not settled. */
  in_payment: Money,
  paid: Money,
  next_payment: z.object({
    /** The day of the next run. */
    day: Day,
    /** What it pays, rounded down to cents; null while the minimum is not reached. */
    amount: Money.nullable(),
    /** The network's minimum, or the publisher's threshold when it is higher. */
    minimum: Money,
  }),
})

/** @see Balance */
export type Balance = z.infer<typeof Balance>

/** Gets the balance of the signed-in publisher and its next payment. */
export const getBalanceCall = endpoint({
  method: 'GET',
  path: '/api/v1/account/publishers/me/balance',
  access: 'publisher-closed',
  encoding: 'none',
  summary: 'Your commission by state – pending, confirmed, payable, in payment, paid – and your next payment',
  reply: z.object({ success: z.literal(true), data: Balance }),
})
