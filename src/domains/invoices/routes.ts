import { Readable } from 'node:stream'
import { getAdvertiserId } from '#domains/advertisers/rules.ts'
import { findNetworkIdentity } from '#domains/taxes/queries.ts'
import { toDay } from '#kernel/days.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { formatAmount } from '#kernel/money.ts'
import { toPage } from '#kernel/paging.ts'
import type { NetworkIdentity } from '#platform/server/config.ts'
import { FileReply, route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { writePdf } from '#platform/server/pdf/write-pdf.ts'
import * as calls from './contract.ts'
import { exportInvoice } from './queries/export-invoice.ts'
import { getInvoice, listInvoices, listOverdue, sumOpenInvoices } from './queries/invoices.ts'
import { formatNumber } from './rules.ts'
import { composeInvoice } from './views/invoice-pdf.ts'
import { viewInvoice, viewOverdue } from './views/invoices.ts'

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
  route(calls.listInvoicesCall, async (ctx, { query: { keyword, state, ...page } }) => {
    const filter = { keyword, today: toDay(ctx.now), page: toPage(page), ...(state === '' ? {} : { state }) }
    const { count, invoices } = await listInvoices(ctx.db, filter)
    return { ...SUCCESS, data: { count, invoices: invoices.map(viewInvoice) } }
  }),
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

function fileRoutes(present: NetworkIdentity): Route[] {
  const print = async (ctx: RequestCtx, key: { invoiceId: string; advertiserId?: bigint }) => {
    const printed = await getInvoice(ctx.db, { ...key, today: toDay(ctx.now) })
    const network = await findNetworkIdentity(ctx.db, { issuedAt: printed.invoice.issuedAt, present })
    const content = composeInvoice(printed, { network, locale: ctx.locale })
    return new FileReply({
      filename: `${formatNumber(printed.invoice.number)}.pdf`,
      contentType: 'application/pdf',
      body: Readable.from([await writePdf(content)]),
    })
  }
  const download = async (ctx: RequestCtx, key: { invoiceId: string; advertiserId?: bigint; bom: '0' | '1' }) => {
    const { invoice } = await getInvoice(ctx.db, { ...key, today: toDay(ctx.now) })
    return new FileReply({
      filename: `${formatNumber(invoice.number)}.csv`,
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
