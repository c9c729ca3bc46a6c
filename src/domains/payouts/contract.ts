import { z } from 'zod'
import { Day } from '#kernel/days.ts'
import { endpoint } from '#kernel/endpoint.ts'

const Money = z.string().regex(/^-?\d+\.\d{4}$/)

/** What a publisher has earned and when the network pays it next. */
export const Balance = z.object({
  currency: z.string(),
  /** Commission of pending transactions. */
  pending: Money,
  /** Confirmed commission that has not been paid. */
  confirmed: Money,
  next_payment: z.object({
    /** The day of the next payment; while the minimum is not reached, the earliest day. */
    day: Day,
    /** The amount of that payment, rounded down to cents; null while the minimum is not reached. */
    amount: Money.nullable(),
    minimum: Money,
  }),
})

/** @see Balance */
export type Balance = z.infer<typeof Balance>

/** Gets the balance of the signed-in publisher and its next payment. */
export const getBalanceCall = endpoint({
  method: 'GET',
  path: '/api/v1/account/publishers/me/balance',
  access: 'publisher',
  encoding: 'none',
  summary: 'Your pending and confirmed commission, and the day of your next payment',
  reply: z.object({ success: z.literal(true), data: Balance }),
})
