import { randomBytes } from 'node:crypto'
import { advanceDecisionFiles } from '#domains/orders/transactions/commands/advance-decision-files.ts'
import { receivePostback } from '#domains/orders/transactions/commands/receive-postback.ts'
import type { DecisionFileView, DecisionLineView } from '#domains/orders/transactions/contract/decision-file.ts'
import { decisionFileRoutes } from '#domains/orders/transactions/routes/decision-file.ts'
import type { Db } from '#database'
import type { Actor } from '#kernel/actor.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from './context.ts'
import { recordPending } from './order-fixtures.ts'
import type { OrderFixtures } from './order-fixtures.ts'
import { createTestServer } from './test-server.ts'

const path = '/api/v1/brand/decision-files'

/** An order by its transaction and by its number at the shop. */
export interface RecordedOrder {
  publisherId: bigint
  transactionId: string
  orderRef: string
}

/** Records pending orders over 100.00 with a commission of 10.00. */
export async function recordOrders(ctx: Ctx, fixtures: OrderFixtures, count: number): Promise<RecordedOrder[]> {
  const recorded = await Promise.all(Array.from({ length: count }, () => recordPending(ctx, fixtures)))
  const rows = await ctx.db
    .selectFrom('transaction')
    .select(['publisherId', 'id as transactionId', 'orderRef'])
    .where(
      'id',
      'in',
      recorded.map(({ transactionId }) => transactionId),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.transactionId, row]))
  return recorded.flatMap(({ transactionId }) => byId.get(transactionId) ?? [])
}

/** Reads status and value of orders: `CONFIRMED 100`. */
export async function readStatuses(db: Db, orders: readonly RecordedOrder[]): Promise<string[]> {
  const rows = await db.selectFrom('transactionState').select(['transactionId', 'status', 'orderValue']).execute()
  const states = new Map(rows.map((row) => [row.transactionId, `${row.status} ${(row.orderValue ?? 0n) / 10_000n}`]))
  return orders.map(({ transactionId }) => states.get(transactionId) ?? '')
}

/** The calls about files of decisions, made by an advertiser. */
export type DecisionFiles = Awaited<ReturnType<typeof openDecisionFiles>>

/** Starts a server with the calls about files of decisions. `send`, `decide` and `reverse` also run the job. */
export async function openDecisionFiles(db: Db, fixtures: OrderFixtures) {
  const server = await createTestServer(db, decisionFileRoutes)
  const email = `${randomBytes(6).toString('hex')}@shop.example`
  const { id: accountId } = await db
    .insertInto('account')
    .values({ email, role: 'advertiser', displayName: 'B', reviewStatus: 'approved', createdAt: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const account = { kind: 'account', accountId, role: 'advertiser', email, displayName: 'B' } as const
  const advertiser: Actor = { ...account, advertiserId: fixtures.advertiserId }
  const work = () => advanceDecisionFiles(testContext(db, 'decision-files'))

  async function post(mode: string, file: string | Uint8Array<ArrayBuffer>, as: Actor = advertiser) {
    const reply = await server.post(`${path}/csv/${mode}`, { as, file })
    return reply.json<{ success: boolean; data: DecisionFileView }>()
  }

  const get = async (id: string, as: Actor = advertiser) =>
    (await server.get(`${path}/${id}`, { as })).json<{ data: DecisionFileView }>().data

  async function ask(id: string, step: 'decide' | 'reverse', json: object): Promise<DecisionFileView> {
    await server.post(`${path}/${id}/${step}`, { as: advertiser, json })
    await work()
    return get(id)
  }

  return {
    advertiser,
    server,
    post,
    get,
    work,
    async send(mode: string, file: string, as: Actor = advertiser): Promise<DecisionFileView> {
      const { data } = await post(mode, file, as)
      await work()
      return get(data.id, as)
    },
    async sendRows(json: object): Promise<DecisionFileView> {
      const reply = await server.post(`${path}/json`, { as: advertiser, json })
      await work()
      return get(reply.json<{ data: DecisionFileView }>().data.id)
    },
    decide: (id: string, mode: string) => ask(id, 'decide', { mode }),
    reverse: (id: string, note = 'Wrong file') => ask(id, 'reverse', { note }),
    async listLines(id: string, filter?: string, as: Actor = advertiser): Promise<DecisionLineView[]> {
      const query = filter === undefined ? '' : `?filter=${filter}`
      const reply = await server.get(`${path}/${id}/lines${query}`, { as })
      return reply.json<{ data: { lines: DecisionLineView[] } }>().data.lines
    },
    readResult: async (id: string, as: Actor = advertiser) => (await server.get(`${path}/${id}/result`, { as })).body,
    /** Reports an order over 100.00 by a postback and answers its transaction. */
    async report(given: { order_id: string; event: string; click_id?: string }): Promise<string> {
      const click_id = given.click_id ?? (await fixtures.makeClick())
      const parameters = { token: fixtures.token, amount: '100', ...given, click_id }
      const ctx = testContext(db)
      const outcome = await receivePostback(ctx, fixtures.source, { channel: 'query', parameters, isReadable: true })
      if (outcome.result !== 'recorded' || outcome.transactionId === null) throw new Error(`It is ${outcome.result}`)
      return outcome.transactionId
    },
    close: () => server.close(),
  }
}
