import { z } from 'zod'
import { TRANSACTION_STATUSES } from '#domains/orders/transactions/contract/vocabulary.ts'
import { DRAFT_PROBLEMS } from './vocabulary.ts'

const Money = z.string().regex(/^-?\d+\.\d{4}$/)

/** What changed since the draft of a payout run was computed. */
export const DraftChanges = z.object({
  /** Orders that the draft pays and that were cancelled or amended to less since; the largest 20. */
  taken_back: z.object({
    count: z.number().int(),
    amount: Money,
    orders: z.array(
      z.object({
        publisher_id: z.number().int(),
        publisher_name: z.string(),
        transaction_id: z.uuid(),
        order_id: z.string(),
        status: z.enum(TRANSACTION_STATUSES),
        amount: Money,
      }),
    ),
  }),
  /** Publishers who should not be paid as the draft says, so that it has to be computed again; the first 20. */
  outdated: z.object({
    count: z.number().int(),
    publishers: z.array(
      z.object({ publisher_id: z.number().int(), publisher_name: z.string(), problem: z.enum(DRAFT_PROBLEMS) }),
    ),
  }),
})

/** @see DraftChanges */
export type DraftChanges = z.infer<typeof DraftChanges>
