import { Readable } from 'node:stream'
import type { z } from 'zod'
import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { findNetworkIdentity } from '#domains/people/taxes/queries.ts'
import { findPaymentInstructions } from '#domains/money/funding/queries/payment-instructions.ts'
import { toDay } from '#kernel/days.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { formatAmount } from '#kernel/money.ts'
import { toPage } from '#kernel/paging.ts'
import type { NetworkIdentity } from '#platform/server/config.ts'
import { replyRows } from '#platform/server/http/reply-rows.ts'
import { FileReply, route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { writePdf } from '#platform/server/pdf/write-pdf.ts'
import * as calls from './contract.ts'
import { exportInvoice } from './queries/export-invoice.ts'
import { getInvoiced, getPayment, listFundsLines } from './queries/funds-lines.ts'
import type { LineFilter } from './queries/funds-lines.ts'
import { getInvoice, listInvoices, listInvoicesAfter, listOverdue, sumOpenInvoices } from './queries/invoices.ts'
import { formatInvoiceNumber } from '#kernel/invoice-number.ts'
import { composeInvoice } from './views/invoice-pdf.ts'
import { viewApiInvoice, viewFundsLine, viewInvoice, viewOverdue } from './views/invoices.ts'

/** The routes of invoices. */
export function invoiceRoutes({ network }: { network: NetworkIdentity }): Route[] {
  return [...listRoutes, ...fileRoutes(network)]
}

const listRoutes: Route[] = [
  route(calls.listOwnInvoicesCall, async (ctx, { query }) => {
    const advertiserId = getAdvertiserId(ctx.actor)
    const filter = { advertiserId, today: toDay(ctx.now), page: toPage(query) }
    const { count, invoices } = await listInvoices(ctx.db, filter)
    return { ...SUCCESS, data: { count, invoices: invoices.map(viewInvoice) } }
  }),
  route(calls.listApiInvoicesCall, (ctx, { query }) => {
    const filter = { advertiserId: getAdvertiserId(ctx.actor), today: toDay(ctx.now) }
    return replyRows(query, {
      columns: Object.keys(calls.ApiInvoice.shape),
      list: (part) => listInvoicesAfter(ctx.db, { ...filter, ...part }),
      getPlace: ({ number }) => BigInt(number),
      view: viewApiInvoice,
    })
  }),
  route(calls.listInvoicesCall, async (ctx, { query: { keyword, state, ...page } }) => {
    const filter = { keyword, today: toDay(ctx.now), page: toPage(page), ...(state === '' ? {} : { state }) }
    const { count, invoices } = await listInvoices(ctx.db, filter)
    return { ...SUCCESS, data: { count, invoices: invoices.map(viewInvoice) } }
  }),
  route(calls.listFundsLinesCall, async (ctx, { query }) => ({ ...SUCCESS, data: await readLines(ctx, query) })),
  route(calls.listOverdueCall, async (ctx) => {
    const today = toDay(ctx.now)
    const [sums, advertisers] = await Promise.all([sumOpenInvoices(ctx.db, { today }), listOverdue(ctx.db, { today })])
    return {
      ...SUCCESS,
      data: {
        open: formatAmount(sums.open),
        overdue: formatAmount(sums.overdue),
        overdue_count: sums.overdueCount,
        advertisers: advertisers.map(viewOverdue),
      },
    }
  }),
]

type LinesQuery = z.output<typeof calls.listFundsLinesCall.query>

async function readLines(ctx: RequestCtx, query: LinesQuery) {
  const advertiserId = getAdvertiserId(ctx.actor)
  const filter = toLineFilter(query)
  const payment = filter.of === 'deposit' ? await getPayment(ctx.db, { advertiserId, ...filter }) : null
  const invoice = filter.of === 'invoice' ? await getInvoiced(ctx.db, { advertiserId, ...filter }) : null
  const { lines, totals } = await listFundsLines(ctx.db, { advertiserId, filter, page: toPage(query) })
  const { count, commission, fee, amount } = totals
  return {
    count,
    lines: lines.map(viewFundsLine),
    totals: { commission: formatAmount(commission), fee: formatAmount(fee), amount: formatAmount(amount) },
    payment: payment && {
      reference: payment.reference,
      moved_on: payment.movedOn,
      amount: formatAmount(payment.amount),
    },
    invoice: invoice && {
      number: formatInvoiceNumber(invoice.number),
      amount: formatAmount(invoice.amount),
      carried: formatAmount(invoice.carriedAmount),
      rest: formatAmount(invoice.restAmount),
    },
  }
}

/** A payment or an invoice comes before a month, and each of them before the list. */
function toLineFilter({ of, month, deposit_id: depositId, invoice_id: invoiceId }: LinesQuery): LineFilter {
  if (depositId !== undefined) return { of: 'deposit', depositId }
  if (invoiceId !== undefined) return { of: 'invoice', invoiceId }
  return of === 'uncovered' ? { of } : { of, month }
}

function fileRoutes(present: NetworkIdentity): Route[] {
  const print = async (ctx: RequestCtx, key: { invoiceId: string; advertiserId?: bigint }) => {
    const printed = await getInvoice(ctx.db, { ...key, today: toDay(ctx.now) })
    const network = await findNetworkIdentity(ctx.db, { issuedAt: printed.invoice.issuedAt, present })
    const instructions = await findPaymentInstructions(ctx.db)
    const content = composeInvoice(printed, { network, locale: ctx.locale, instructions })
    return new FileReply({
      filename: `${formatInvoiceNumber(printed.invoice.number)}.pdf`,
      contentType: 'application/pdf',
      body: Readable.from([await writePdf(content)]),
    })
  }
  const download = async (ctx: RequestCtx, key: { invoiceId: string; advertiserId?: bigint; bom: '0' | '1' }) => {
    const { invoice } = await getInvoice(ctx.db, { ...key, today: toDay(ctx.now) })
    return new FileReply({
      filename: `${formatInvoiceNumber(invoice.number)}.csv`,
      contentType: 'text/csv; charset=utf-8',
      body: exportInvoice(ctx.db, invoice, { hasByteOrderMark: key.bom === '1' }),
    })
  }
  return [
    route(calls.printOwnInvoiceCall, (ctx, { params }) =>
      print(ctx, { invoiceId: params.invoice_id, advertiserId: getAdvertiserId(ctx.actor) }),
    ),
    route(calls.downloadOwnInvoiceCall, (ctx, { params, query }) =>
      download(ctx, { invoiceId: params.invoice_id, advertiserId: getAdvertiserId(ctx.actor), bom: query.bom }),
    ),
    route(calls.printInvoiceCall, (ctx, { params }) => print(ctx, { invoiceId: params.invoice_id })),
    route(calls.downloadInvoiceCall, (ctx, { params, query }) =>
      download(ctx, { invoiceId: params.invoice_id, bom: query.bom }),
    ),
  ]
}
