import { z } from 'zod'
import { columnsQuery, columnsReply } from '#kernel/columns.ts'
import { MAX_LINE_FILE_BYTES, endpoint } from '#kernel/endpoint.ts'

/** Settles payouts by the report that PayPal offers for a mass payment, or by a message of the bank. */
export const settleByReportCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/payout-runs/:run_id/report',
  access: 'operator',
  encoding: 'file',
  maxFileBytes: MAX_LINE_FILE_BYTES,
  summary: 'Settle payouts by a report of PayPal (CSV) or a message of the bank (pain.002, camt.053, camt.054)',
  params: z.object({ run_id: z.uuid() }),
  query: z.object(columnsQuery),
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      changed: z.number().int(),
      unchanged: z.number().int(),
      /** Lines without an answer yet. */
      waiting: z.number().int(),
      /** Payments of a bank's file that are no payouts. */
      other: z.number().int(),
      refused: z.array(z.object({ line: z.number().int(), message: z.string() })),
    }),
    ...columnsReply,
  }),
})
