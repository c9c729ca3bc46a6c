import { z } from 'zod'
import { MAX_LINE_FILE_BYTES, endpoint } from '#kernel/endpoint.ts'
import { FILE_MODES } from '../rules/decision-file.ts'
import { DECISION_ACTIONS } from './vocabulary.ts'

/** Decides the orders that a CSV file names, or checks what would come of it. */
export const decideByFileCall = endpoint({
  method: 'POST',
  path: '/api/v1/brand/transactions/file/:mode',
  access: 'advertiser',
  encoding: 'file',
  maxFileBytes: MAX_LINE_FILE_BYTES,
  summary: 'Decide my orders by a CSV file: check it, decide all or none, or decide the valid lines',
  params: z.object({ mode: z.enum(FILE_MODES) }),
  reply: z.object({
    /** Whether the decisions were made; false for a check and for a file that was refused. */
    success: z.boolean(),
    lines: z.number(),
    unchanged: z.number(),
    left: z.number(),
    refused: z.number(),
    /** The decisions that were made, or would be, by action, with the sum of the order values. */
    actions: z.array(z.object({ action: z.enum(DECISION_ACTIONS), count: z.number(), order_value: z.string() })),
    /** The first errors by line. The result file has all. */
    errors: z.array(z.object({ line: z.number(), column: z.string(), message: z.string() })),
    /**
     * The file with the columns result, code, message, transaction_id, old_status and new_status, as CSV. The result
     * `decided` is `valid` where the decisions were not made.
     */
    result_csv: z.string(),
  }),
})
