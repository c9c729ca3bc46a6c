import { z } from 'zod'
import { columnsQuery, columnsReply } from '#kernel/columns.ts'
import { coded } from '#kernel/error-codes.ts'
import { MAX_LINE_FILE_BYTES, endpoint } from '#kernel/endpoint.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText, requiredText } from '#kernel/text.ts'
import { DECISION_COLUMNS } from '../rules/decision-columns.ts'
import { FILE_MODES, FILE_SOURCES, FILE_STATUSES } from '../rules/decision-file.ts'
import type { DecisionColumn } from '../rules/decision-columns.ts'
import { DecidingKey } from './transaction.ts'
import { DECISION_ACTIONS, LINE_FILTERS, ROW_RESULTS, TRANSACTION_STATUSES } from './vocabulary.ts'

const path = '/api/v1/brand/decision-files'

/** The most rows of one JSON call. A CSV file has more. */
export const MAX_JSON_ROWS = 5000

const Money = z.string().regex(/^-?\d+\.\d{4}$/)

/** A file of decisions with its progress and, once its step is done, its counts and sums. */
export const DecisionFileView = z.object({
  id: z.uuid(),
  name: z.string(),
  format: z.enum(['csv', 'json']),
  /** Of orders that were selected one by one or by a filter, the name is the action. */
  source: z.enum(FILE_SOURCES),
  /** The step that waits or is under way (checking, deciding, reversing), or the last one that is done. */
  status: z.enum(FILE_STATUSES),
  /** What was asked for last. A file in the mode `all` that is only checked has wrong lines: it decided nothing. */
  mode: z.enum(FILE_MODES),
  lines: z.number(),
  /** How many lines the present step has done. */
  done: z.number(),
  sent_at: z.iso.datetime(),
  sent_by: z.string().nullable(),
  /** The API key by which a program sent it, which the account made. */
  sent_key: DecidingKey.nullable(),
  decided_at: z.iso.datetime().nullable(),
  reversed_at: z.iso.datetime().nullable(),
  reversal_note: z.string().nullable(),
  /** Null while a check or the decisions wait or are under way. */
  figures: z
    .object({
      valid: z.number(),
      decided: z.number(),
      unchanged: z.number(),
      left: z.number(),
      refused: z.number(),
      reversed: z.number(),
      kept: z.number(),
      publishers: z.number(),
      /** The decisions that were made, or would be, and stand; what they change of commission and fee is in USD. */
      actions: z.array(
        z.object({
          action: z.enum(DECISION_ACTIONS),
          currency: z.string(),
          count: z.number(),
          order_value: Money,
          commission: Money,
          fee: Money,
        }),
      ),
    })
    .nullable(),
})

/** @see DecisionFileView */
export type DecisionFileView = z.infer<typeof DecisionFileView>

/** A line of a file and what came of it. */
export const DecisionLineView = z.object({
  line: z.number(),
  /** Null until the line was checked or decided. */
  result: z.enum(ROW_RESULTS).nullable(),
  /** The column that is wrong, and what was found there; empty for the whole line. */
  column: z.string(),
  found: z.string(),
  code: z.string().nullable(),
  message: z.string(),
  order_id: z.string(),
  transaction_id: z.uuid().nullable(),
  old_status: z.enum(TRANSACTION_STATUSES).nullable(),
  new_status: z.enum(TRANSACTION_STATUSES).nullable(),
  /** Whether the decision was taken back. */
  reversal: z.enum(['reversed', 'kept']).nullable(),
})

/** @see DecisionLineView */
export type DecisionLineView = z.infer<typeof DecisionLineView>

const name = requiredText(120)
const fileReply = z.object({ success: z.literal(true), data: DecisionFileView })
const ofFile = { params: z.object({ file_id: z.uuid() }) }

/**
 * Sends a CSV file of decisions. A job checks it or decides by it; the same content is the same file. A file that
 * cannot be used is not kept.
 */
export const sendDecisionFileCall = endpoint({
  method: 'POST',
  path: `${path}/csv/:mode`,
  access: 'advertiser:decide',
  encoding: 'file',
  maxFileBytes: MAX_LINE_FILE_BYTES,
  summary:
    'Send a CSV file of decisions on my orders: to check it, to decide all or none, or to decide the valid lines',
  params: z.object({ mode: z.enum(FILE_MODES) }),
  query: z.object({ name: plainText(120).default(''), ...columnsQuery }),
  reply: z.union([
    fileReply.extend(columnsReply),
    z.object({
      success: z.literal(false),
      /** What makes the file unusable, and where. */
      error: z.object({ line: z.number(), column: z.string(), message: z.string() }),
    }),
  ]),
})

const cell = plainText(2000).optional()
const cells = Object.fromEntries(DECISION_COLUMNS.map((column) => [column, cell])) as Record<
  DecisionColumn,
  typeof cell
>

/** Sends decisions as JSON rows, with the columns of a CSV file as names. */
export const sendDecisionRowsCall = endpoint({
  method: 'POST',
  path: `${path}/json`,
  access: 'advertiser:decide',
  encoding: 'json',
  summary: 'Send decisions on my orders as rows: to check them, to decide all or none, or to decide the valid ones',
  body: z.strictObject({
    mode: z.enum(FILE_MODES),
    name: name.default('API'),
    rows: z
      .array(z.strictObject(cells))
      .min(1, coded('promotion.import_empty'))
      .max(MAX_JSON_ROWS, coded('promotion.import_rows', { max: MAX_JSON_ROWS })),
  }),
  reply: fileReply,
})

/** Lists the files of the signed-in advertiser, the last sent first. */
export const listDecisionFilesCall = endpoint({
  method: 'GET',
  path,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'My files of decisions, the last sent first',
  query: z.object(pageQuery(LIST_PAGE_SIZES, 20)),
  reply: z.object({
    success: z.literal(true),
    data: z.object({ count: z.number(), files: z.array(DecisionFileView) }),
  }),
})

/** Gets a file with its progress. */
export const getDecisionFileCall = endpoint({
  method: 'GET',
  path: `${path}/:file_id`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'One of my files of decisions: its step, its progress, its counts and sums',
  ...ofFile,
  reply: fileReply,
})

/** Lists lines of a file with what came of each, in their order. */
export const listDecisionLinesCall = endpoint({
  method: 'GET',
  path: `${path}/:file_id/lines`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'Lines of one of my files of decisions with what came of each, 100 after a line',
  ...ofFile,
  query: z.object({
    filter: z.enum(LINE_FILTERS).optional(),
    after: z.coerce
      .number<string | number>()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .default(0),
  }),
  reply: z.object({
    success: z.literal(true),
    /** `next` is the `after` of the next lines; null when there are none. */
    data: z.object({ lines: z.array(DecisionLineView), next: z.number().nullable() }),
  }),
})

/** Downloads a file with what came of each line. */
export const downloadDecisionResultCall = endpoint({
  method: 'GET',
  path: `${path}/:file_id/result`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'One of my files of decisions as CSV, with result, code, message, transaction_id, old_status and new_status',
  ...ofFile,
  files: ['text/csv; charset=utf-8'],
})

/** Asks for the decisions of a checked file, or for another attempt at the lines that decided nothing. */
export const decideFileCall = endpoint({
  method: 'POST',
  path: `${path}/:file_id/decide`,
  access: 'advertiser:decide',
  encoding: 'json',
  summary: 'Decide by a file that is checked, or try its other lines again',
  ...ofFile,
  body: z.strictObject({ mode: z.enum(['all', 'valid']) }),
  reply: fileReply,
})

/** Asks to take back what a file decided. The note tells the publishers why. */
export const reverseFileCall = endpoint({
  method: 'POST',
  path: `${path}/:file_id/reverse`,
  access: 'advertiser:decide',
  encoding: 'json',
  summary: 'Take back the decisions of a file on orders to which nothing has happened since',
  ...ofFile,
  body: z.strictObject({ note: requiredText(500) }),
  reply: fileReply,
})

const keyPath = '/api/v1/decision-files'

/** The names of the calls in the API documentation, by what follows `keyPath`. */
const KEY_CALLS: Record<string, string> = {
  'POST /csv/:mode': 'sendDecisionFile',
  'POST /json': 'sendDecisions',
  'GET ': 'listDecisionFiles',
  'GET /:file_id': 'getDecisionFile',
  'GET /:file_id/lines': 'listDecisionLines',
  'GET /:file_id/result': 'downloadDecisionResult',
  'POST /:file_id/decide': 'decideByFile',
  'POST /:file_id/reverse': 'reverseDecisionFile',
}

/** Declares a call about files of decisions for programs with an API key of the advertiser. */
export function toKeyCall(call: Endpoint): Endpoint {
  const end = call.path.slice(path.length)
  const operationId = KEY_CALLS[`${call.method} ${end}`]
  if (operationId === undefined) throw new Error(`${call.method} ${call.path} has no call for programs`)
  return { ...call, path: keyPath + end, access: 'key:decide_orders', operationId }
}
