import { z } from 'zod'
import { FUNDS_LINE_KINDS } from '#domains/money/funding/rules.ts'
import { Day } from '#kernel/day-query.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { STREAM_FILES, nextCursor, streamQuery } from '#kernel/stream-query.ts'
import { plainText } from '#kernel/text.ts'
import { INVOICE_STATES } from './rules.ts'

const succeeded = { success: z.literal(true) }
/** In USD with four decimals; below zero with a minus. */
const Money = z.string().regex(/^-?\d+\.\d{4}$/)

/** An invoice with what of it is not paid. */
const InvoiceView = z.object({
  invoice_id: z.uuid(),
  /** Such as `INV-00012`; transfers name it as reference. */
  number: z.string(),
  advertiser_id: z.number(),
  advertiser_name: z.string(),
  /** The first day of its UTC month. */
  month: Day,
  issued_at: z.iso.datetime(),
  /** The last day on which a payment is in time. */
  due_on: Day,
  /** Below zero when corrections outweigh the new orders. */
  amount: Money,
  open: Money,
  state: z.enum(INVOICE_STATES),
})

/** @see InvoiceView */
export type InvoiceView = z.infer<typeof InvoiceView>

const listQuery = { ...pageQuery(LIST_PAGE_SIZES, 10) }
const listReply = z.object({
  ...succeeded,
  data: z.object({ count: z.number(), invoices: z.array(InvoiceView) }),
})

/** Lists the invoices of the signed-in advertiser. */
export const listOwnInvoicesCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/invoices',
  access: 'advertiser:see_money',
  encoding: 'none',
  summary: 'Your invoices with what of them is not paid, the newest first',
  query: z.object(listQuery),
  reply: listReply,
})

/** An invoice of the key's advertiser. Amounts are in `currency`. */
export const ApiInvoice = z.object({
  invoice_id: z.uuid(),
  number: z.string(),
  month: Day,
  issued_time: z.iso.datetime(),
  due_on: Day,
  amount: Money,
  open: Money,
  state: z.enum(INVOICE_STATES),
  currency: z.string(),
})

/** @see ApiInvoice */
export type ApiInvoice = z.infer<typeof ApiInvoice>

/** Lists the invoices of the key's advertiser by number. What of them is open changes with each payment. */
export const listApiInvoicesCall = endpoint({
  method: 'GET',
  path: '/api/v1/program/invoices',
  access: 'key:read_invoices',
  encoding: 'none',
  operationId: 'listInvoices',
  summary: 'My invoices with what of them is not paid, the oldest first',
  query: z.object({ ...streamQuery, cursor: Id.optional() }),
  reply: z.object({ data: z.array(ApiInvoice), next_cursor: nextCursor }),
  files: STREAM_FILES,
})

const params = z.object({ invoice_id: z.uuid() })
const csvQuery = z.object({ bom: z.enum(['0', '1']).default('0') })

/** Downloads an invoice of the signed-in advertiser as PDF. */
export const printOwnInvoiceCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/invoices/:invoice_id/pdf',
  access: 'advertiser:see_money',
  encoding: 'none',
  summary: 'One of your invoices as PDF',
  params,
})

/** Downloads the decisions that an invoice of the signed-in advertiser contains as CSV. */
export const downloadOwnInvoiceCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/invoices/:invoice_id/csv',
  access: 'advertiser:see_money',
  encoding: 'none',
  summary: 'The decisions that one of your invoices contains as CSV; bom=1 for spreadsheets',
  params,
  query: csvQuery,
})

/** What an advertiser owes on invoices, by the days since they were due. */
const OverdueView = z.object({
  advertiser_id: z.number(),
  advertiser_name: z.string(),
  open: Money,
  not_due: Money,
  up_to_30: Money,
  up_to_60: Money,
  over_60: Money,
})

/** @see OverdueView */
export type OverdueView = z.infer<typeof OverdueView>

const operatorPath = '/api/v1/operator/invoices'

/** Lists the invoices of all advertisers. */
export const listInvoicesCall = endpoint({
  method: 'GET',
  path: operatorPath,
  access: 'operator',
  encoding: 'none',
  summary: 'The invoices of all advertisers, the newest first',
  query: z.object({
    ...listQuery,
    keyword: plainText(200).default(''),
    state: z.enum(['', ...INVOICE_STATES], coded('choice')).default(''),
  }),
  reply: listReply,
})

/** Sums the open invoices by advertiser. */
export const listOverdueCall = endpoint({
  method: 'GET',
  path: `${operatorPath}/open`,
  access: 'operator',
  encoding: 'none',
  summary: 'What advertisers owe on invoices, by the days since they were due; the 100 largest debts',
  reply: z.object({
    ...succeeded,
    data: z.object({
      open: Money,
      overdue: Money,
      /** Invoices that are overdue. */
      overdue_count: z.number(),
      advertisers: z.array(OverdueView),
    }),
  }),
})

/** Downloads an invoice as PDF. */
export const printInvoiceCall = endpoint({
  method: 'GET',
  path: `${operatorPath}/:invoice_id/pdf`,
  access: 'operator',
  encoding: 'none',
  summary: 'An invoice as PDF',
  params,
})

/** Downloads the decisions that an invoice contains as CSV. */
export const downloadInvoiceCall = endpoint({
  method: 'GET',
  path: `${operatorPath}/:invoice_id/csv`,
  access: 'operator',
  encoding: 'none',
  summary: 'The decisions that an invoice contains as CSV; bom=1 for spreadsheets',
  params,
  query: csvQuery,
})

/** A line below a figure of the billing. */
const FundsLineView = z.object({
  publisher_id: z.number().nullable(),
  publisher_name: z.string().nullable(),
  transaction_id: z.string().nullable(),
  order_id: z.string().nullable(),
  kind: z.enum(FUNDS_LINE_KINDS),
  at: z.iso.datetime(),
  commission: Money,
  fee: Money,
  /** What counts for the figure: all of the line, or the part that the payment covered. */
  amount: Money,
  /** The number of the first invoice with the order: `INV-00012`. */
  invoice: z.string().nullable(),
})

/** @see FundsLineView */
export type FundsLineView = z.infer<typeof FundsLineView>

/** @see listFundsLinesCall */
export type FundsLines = z.infer<typeof listFundsLinesCall.reply>['data']

/** Lists the orders behind a figure of the signed-in advertiser's billing: by default all uses of funds. */
export const listFundsLinesCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/funds/lines',
  access: 'advertiser:see_money',
  encoding: 'none',
  summary: 'The orders behind a figure of my billing: of a month, of a payment, of an invoice, or those not covered',
  query: z.object({
    of: z.enum(['used', 'uncovered']).default('used'),
    month: z
      .string()
      .regex(/^20\d\d-(0[1-9]|1[0-2])$/, coded('input.month'))
      .optional(),
    deposit_id: z.uuid().optional(),
    invoice_id: z.uuid().optional(),
    ...pageQuery(LIST_PAGE_SIZES, 20),
  }),
  reply: z.object({
    ...succeeded,
    data: z.object({
      count: z.number(),
      lines: z.array(FundsLineView),
      /** Of all pages. */
      totals: z.object({ commission: Money, fee: Money, amount: Money }),
      payment: z.object({ reference: z.string(), moved_on: Day, amount: Money }).nullable(),
      /** `carried` and `rest` are what earlier invoices left over, and what this one leaves. */
      invoice: z.object({ number: z.string(), amount: Money, carried: Money, rest: Money }).nullable(),
    }),
  }),
})
