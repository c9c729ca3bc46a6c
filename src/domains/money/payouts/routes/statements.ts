import { Readable } from 'node:stream'
import { getPublisherId } from '#kernel/actor-scope.ts'
import { findNetworkIdentity } from '#domains/people/taxes/queries.ts'
import { sumPending } from '#domains/orders/transactions/queries/sum-pending.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { notFound } from '#kernel/errors.ts'
import { BASE_CURRENCY, floorToCents, formatAmount } from '#kernel/money.ts'
import { getOffset, toPage } from '#kernel/paging.ts'
import type { NetworkIdentity } from '#platform/server/config.ts'
import { FileReply, route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { writePdf } from '#platform/server/pdf/write-pdf.ts'
import { getBalanceCall } from '../contract/balance.ts'
import { explainNextPaymentCall, explainTransactionCall, forecastCall } from '../contract/explanation.ts'
import {
  downloadStatementCall,
  getClosingCall,
  getStatementCall,
  listPayoutsCall,
  printStatementCall,
} from '../contract/statements.ts'
import { readBalance, readForecast, readOrderFacts, readPayeeFacts } from '../queries/explanations.ts'
import { exportStatement } from '../queries/export-statement.ts'
import { listForfeitures } from '../queries/lapses.ts'
import { findPayout, findStatement, listPayouts, listStatementLines } from '../queries/statements.ts'
import { getClosingFee } from '../rules/closing.ts'
import { forecastRuns } from '../rules/forecast.ts'
import { viewExplanation, viewForecast, viewNextPayment } from '../views/explanations.ts'
import { MAX_PRINTED_LINES, composeStatement } from '../views/statement-pdf.ts'
import { viewClosing, viewForfeiture, viewPayout, viewStatementLine } from '../views/statements.ts'

function getPayeeFacts({ db, actor, now }: RequestCtx, sealing: Sealing) {
  return readPayeeFacts(db, sealing, { publisherId: getPublisherId(actor), now })
}

const explanationRoutes = (sealing: Sealing): Route[] => [
  route(getBalanceCall, async (ctx) => {
    const publisherId = getPublisherId(ctx.actor)
    const [pending, balance, { nextRun, due, minimum, closing }] = await Promise.all([
      sumPending(ctx.db, { publisherId }),
      readBalance(ctx.db, { publisherId }),
      getPayeeFacts(ctx, sealing),
    ])
    return {
      ...SUCCESS,
      data: {
        currency: BASE_CURRENCY,
        pending: formatAmount(pending),
        confirmed: formatAmount(balance.confirmed),
        payable: formatAmount(balance.payable),
        in_payment: formatAmount(balance.inPayment),
        paid: formatAmount(balance.paid),
        next_payment: {
          day: nextRun.day,
          amount: due < minimum ? null : formatAmount(floorToCents(due - getClosingFee(due, closing !== null))),
          minimum: formatAmount(minimum),
        },
      },
    }
  }),
  route(explainNextPaymentCall, async (ctx) => ({
    ...SUCCESS,
    data: viewNextPayment(await getPayeeFacts(ctx, sealing), ctx.now),
  })),
  route(explainTransactionCall, async (ctx, { params }) => {
    const ids = { publisherId: getPublisherId(ctx.actor), transactionId: params.transaction_id }
    const [order, payee] = await Promise.all([readOrderFacts(ctx.db, ids), getPayeeFacts(ctx, sealing)])
    return { ...SUCCESS, data: viewExplanation(order, payee, ctx.now) }
  }),
  route(forecastCall, async (ctx) => {
    const facts = await getPayeeFacts(ctx, sealing)
    const publisher = { publisherId: getPublisherId(ctx.actor), now: ctx.now }
    const { amounts, onHold } = await readForecast(ctx.db, publisher, facts)
    return {
      ...SUCCESS,
      data: viewForecast(forecastRuns(amounts, { ...facts, isClosed: facts.closing !== null }), onHold),
    }
  }),
]

const closingRoute = route(getClosingCall, async ({ db, actor }) => {
  const publisherId = getPublisherId(actor)
  const [{ payable }, forfeitures] = await Promise.all([
    readBalance(db, { publisherId }),
    listForfeitures(db, { publisherId, limit: 100 }),
  ])
  return { ...SUCCESS, data: { ...viewClosing(payable), forfeitures: forfeitures.map(viewForfeiture) } }
})

async function getPayout(ctx: RequestCtx, payoutId: string) {
  const payout = await findPayout(ctx.db, { publisherId: getPublisherId(ctx.actor), payoutId })
  if (!payout) throw notFound()
  return payout
}

/** The routes of the balance, of payouts and their statements, and of their explanations. */
export function statementRoutes({ network: present }: { network: NetworkIdentity }, sealing: Sealing): Route[] {
  return [
    ...explanationRoutes(sealing),
    closingRoute,
    route(listPayoutsCall, async (ctx, { query }) => {
      const filter = { publisherId: getPublisherId(ctx.actor), page: toPage(query) }
      const { count, payouts } = await listPayouts(ctx.db, filter)
      return { ...SUCCESS, data: { count, payouts: payouts.map(viewPayout) } }
    }),
    route(getStatementCall, async (ctx, { params, query }) => {
      const payout = await getPayout(ctx, params.payout_id)
      const page = toPage(query)
      const part = { limit: page.size, offset: getOffset(page, payout.lineCount) }
      const lines = await listStatementLines(ctx.db, { ...payout, payoutId: payout.id }, part)
      return { ...SUCCESS, data: { payout: viewPayout(payout), lines: lines.map(viewStatementLine) } }
    }),
    route(downloadStatementCall, async (ctx, { params, query }) => {
      const payout = await getPayout(ctx, params.payout_id)
      if (payout.status === 'failed' || payout.status === 'returned') throw notFound()
      const statement = await findStatement(ctx.db, { publisherId: payout.publisherId, payoutId: payout.id })
      const network = statement ? await findNetworkIdentity(ctx.db, { issuedAt: statement.issuedAt, present }) : present
      return new FileReply({
        filename: `statement-${payout.statementNumber ?? payout.month}.csv`,
        contentType: 'text/csv; charset=utf-8',
        body: exportStatement(ctx.db, { payout, statement, network }, { hasByteOrderMark: query.bom === '1' }),
      })
    }),
    route(printStatementCall, async (ctx, { params }) => {
      const payout = await getPayout(ctx, params.payout_id)
      const key = { publisherId: payout.publisherId, payoutId: payout.id }
      const statement = await findStatement(ctx.db, key)
      if (!statement) throw notFound()
      const lines = await listStatementLines(ctx.db, key, { limit: MAX_PRINTED_LINES })
      const network = await findNetworkIdentity(ctx.db, { issuedAt: statement.issuedAt, present })
      const content = composeStatement({ payout, statement, lines }, { network, locale: ctx.locale })
      return new FileReply({
        filename: `statement-${statement.number}.pdf`,
        contentType: 'application/pdf',
        body: Readable.from([await writePdf(content)]),
      })
    }),
  ]
}
