import { z } from 'zod'
import { hasOneCursor } from '#kernel/cursor.ts'
import { hasOrderedDays } from '#kernel/day-query.ts'
import type { List } from '#kernel/list-query.ts'
import { listAdvertiserTransactionsCall, listReviewCall, listTransactionsCall } from './calls.ts'
import { listOrdersToDecideCall } from './orders.ts'
import { TRANSACTION_STATUSES } from './vocabulary.ts'

/** The columns that a reader can choose, beside the one that names the transaction. */
const FIGURES = ['order_value', 'commission', 'click_page']
const TIMES = ['clicked', 'decided', 'expected', 'status']

/** The transactions of the signed-in publisher. */
export const publisherTransactionList: List = {
  name: 'publisher-transactions',
  path: '/transactions',
  access: listTransactionsCall.access,
  query: listTransactionsCall.query,
  columns: ['date', 'order', 'site', ...FIGURES, ...TIMES],
  defaultColumns: ['date', 'order', ...FIGURES, 'status'],
}

/** The transactions of the signed-in advertiser. */
export const advertiserTransactionList: List = {
  name: 'brand-transactions',
  path: '/brand/transactions',
  access: listAdvertiserTransactionsCall.access,
  query: listAdvertiserTransactionsCall.query,
  columns: ['date', 'publisher', 'site', ...FIGURES, ...TIMES],
  defaultColumns: ['date', 'publisher', ...FIGURES, 'status'],
}

/** The transactions of all publishers. Without a status it shows those that are pending. */
export const reviewList: List = {
  name: 'operator-transactions',
  path: '/operator/transactions',
  access: listReviewCall.access,
  query: z
    .object({ ...listReviewCall.query.shape, status: z.enum([...TRANSACTION_STATUSES, 'ALL']).optional() })
    .refine(hasOrderedDays, { path: ['begin'] })
    .refine(hasOneCursor, { path: ['before'] }),
  columns: ['date', 'publisher', 'order', 'site', ...FIGURES, ...TIMES],
  defaultColumns: ['date', 'publisher', 'order', 'order_value', 'commission', 'status'],
}

/** The undecided orders of the signed-in advertiser. */
export const orderList: List = {
  name: 'brand-orders',
  path: '/brand/orders',
  access: listOrdersToDecideCall.access,
  query: listOrdersToDecideCall.query,
  columns: [],
}
