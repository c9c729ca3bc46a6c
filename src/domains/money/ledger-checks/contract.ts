import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'

/** What the last check of the ledger found. */
const LedgerCheckView = z.object({
  started_at: z.iso.datetime(),
  took_ms: z.number(),
  /** The differences; 0 when the ledger was right. */
  differences: z.number(),
  /** Each difference in a line, with its row, what was expected and what was found; of each kind the first five. */
  lines: z.array(z.string()),
  /** Whether a nightly check has been left out since. */
  is_overdue: z.boolean(),
  /** When a check last found no difference; null when none is kept. */
  right_at: z.iso.datetime().nullable(),
})

/** @see LedgerCheckView */
export type LedgerCheckView = z.infer<typeof LedgerCheckView>

export const getLedgerCheckCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/money/check',
  access: 'operator',
  encoding: 'none',
  summary: 'What the last nightly check of the ledger found; null before the first',
  reply: z.object({ success: z.literal(true), data: LedgerCheckView.nullable() }),
})
