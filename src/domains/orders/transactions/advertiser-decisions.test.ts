import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#kernel/actor.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import type { DecisionReply } from './contract/decisions.ts'
import type { TransactionTimeline } from './contract/transaction.ts'
import { submitDecision } from './web/decision-form.ts'
import { transactionRoutes } from './routes/transaction-routes.ts'

const database = await openTestDatabase()
let fixtures: OrderFixtures
let server: Awaited<ReturnType<typeof createTestServer>>
let advertiser: Actor
let other: Actor

beforeAll(async () => {
  fixtures = await createOrderFixtures(database.db)
  server = await createTestServer(database.db, transactionRoutes)
  const reviewStatus = 'approved'
  const { id: accountId } = await database.db
    .insertInto('account')
    .values({ email: 'b@b.example', role: 'advertiser', displayName: 'B', reviewStatus, createdAt: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const account = { kind: 'account' as const, accountId, role: 'advertiser' as const, email: 'b@b.example' }
  advertiser = { ...account, displayName: 'B', advertiserId: fixtures.advertiserId }
  other = { ...account, displayName: 'C', advertiserId: fixtures.otherAdvertiser.advertiserId }
})

afterAll(() => server.close())

async function record(): Promise<string> {
  const { publisherId, transactionId } = await recordPending(testContext(database.db), fixtures)
  return `${publisherId}.${transactionId}`
}

const decide = (body: Record<string, unknown>, as = advertiser) =>
  server.post('/api/v1/brand/transactions/decide', { as, json: body })

async function amend(transaction: string, given: Record<string, string>) {
  const form = new FormData()
  const fields = { intent: 'amend', transaction, reason_code: '', note: '', ...given }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return (await submitDecision(form, async (body) => (await decide(body)).json<DecisionReply>())).data
}

async function list() {
  const response = await server.get('/api/v1/brand/transactions?page_size=50', { as: advertiser })
  const { data } = response.json<{ data: { transactions: Record<string, string | null>[] } }>()
  return data.transactions
}

const find = async (key: string) => (await list()).find((row) => key.endsWith(row['transaction_id'] ?? '-'))

describe('an advertiser', () => {
  test('decides its orders, amends and holds them, extends their validation, and opens them again', async () => {
    const key = await record()
    const due = async () => (await find(key))?.['expected_decision_date'] ?? ''
    const before = await due()
    await decide({ transactions: [key], action: 'extend', hold_reason: 'NOT_SHIPPED' })
    expect(Date.parse(await due()) - Date.parse(before)).toBe(14 * 86_400_000)
    await decide({ transactions: [key], action: 'hold', hold_reason: 'RETURN_PERIOD_OPEN', note: 'until May' })
    expect(await find(key)).toMatchObject({ hold_reason: 'RETURN_PERIOD_OPEN', expected_decision_date: null })
    await decide({ transactions: [key], action: 'amend', amount: '40.00' })
    await decide({ transactions: [key], action: 'confirm' })
    expect(await find(key)).toMatchObject({ status: 'CONFIRMED', order_value: '40.0000', commission: '4.0000' })
    await decide({ transactions: [key], action: 'cancel', reason_code: 'FRAUD', note: 'stolen card' })
    expect(await find(key)).toMatchObject({ status: 'CANCELLED', reason: 'FRAUD' })
    await decide({ transactions: [key], action: 'reopen' })
    expect(await find(key)).toMatchObject({ status: 'PENDING', reason: null, hold_reason: null })
    const rows = await database.db.selectFrom('transactionDecision').select('decidedAs').distinct().execute()
    expect(rows).toEqual([{ decidedAs: 'advertiser' }])
  })

  test('reads an order, and amends it to the items that are left', async () => {
    const key = await record()
    const items = [{ group: 'shoes', sku: null, quantity: '2', amount: '40.00' }]
    expect(await amend(key, { amount: '40.0000', items: JSON.stringify(items) })).toMatchObject({
      ok: true,
      reply: { decided: 1 },
    })
    const path = `/api/v1/brand/transactions/${key.replace('.', '/')}`
    const timeline = (await server.get(path, { as: advertiser })).json<{ data: TransactionTimeline }>().data
    expect(timeline).toMatchObject({
      transaction: { order_value: '40.0000' },
      decisions: [{ decided_by: 'B', items: [{ group: 'shoes', sku: null, quantity: 2, amount: '40.0000' }] }],
    })
    expect((await server.get(path, { as: other })).statusCode).toBe(404)
  })

  test('takes an amendment back with its items, or without where there were none', async () => {
    const key = `${await record()}.PENDING`
    const items = [
      { group: 'shoes', sku: 'A-7', quantity: 2, amount: '60.0000' },
      { group: null, sku: 'B-1', quantity: null, amount: '20.0000' },
    ]
    const [before, left] = [JSON.stringify(items), JSON.stringify(items.slice(0, 1))]
    const whole = await amend(key, { amount: '80', items: before, amount_before: '100.0000' })
    expect(whole).toMatchObject({ reply: { undo: { amount: '100.0000' } } })
    const part = await amend(key, { amount: '60', items: left, amount_before: '80.0000', items_before: before })
    const { undo } = part.ok ? part.reply : {}
    expect(undo).toEqual({ action: 'amend', transactions: [key], amount: '80.0000', items })
    expect(await amend(key, { amount: '80.0000', items: JSON.stringify(undo?.items) })).toMatchObject({ ok: true })
    const path = `/api/v1/brand/transactions/${key.split('.').slice(0, 2).join('/')}`
    const timeline = (await server.get(path, { as: advertiser })).json<{ data: TransactionTimeline }>().data
    expect(timeline.decisions.map((decision) => decision.items)).toEqual([items, items.slice(0, 1), items])
    expect(timeline.transaction.order_value).toBe('80.0000')
  })

  test.each([
    ['a cancellation without a reason', { action: 'cancel' }],
    ['fraud without evidence', { action: 'cancel', reason_code: 'FRAUD' }],
    ['an amount above the reported one', { action: 'amend', amount: '100.01' }],
    ['an amount that is none', { action: 'amend', amount: '1e2' }],
    ['a hold without a reason', { action: 'hold' }],
    ['items of another sum', { action: 'amend', amount: '40', items: [{ group: 'shoes', amount: '39.99' }] }],
    ['items without a name', { action: 'amend', amount: '40', items: [{ amount: '40' }] }],
    ['items that are none', { action: 'amend', amount: '40', items: 'shoes:40' }],
    ['items of a cancellation', { action: 'cancel', reason_code: 'ORDER_ERROR', items: [] }],
  ])('is refused %s', async (_name, body) => {
    const key = await record()
    expect((await decide({ transactions: [key], ...body })).statusCode).toBe(422)
    expect(await find(key)).toMatchObject({ status: 'PENDING', order_value: '100.0000' })
  })

  test('amends one order at a time', async () => {
    const [one, two] = [await record(), await record()]
    expect((await decide({ transactions: [one, two], action: 'amend', amount: '1' })).statusCode).toBe(422)
  })

  test("cannot tell another advertiser's order from one that does not exist", async () => {
    const key = await record()
    const [foreign, unknown] = [key, key.replace(/.$/, (last) => (last === '0' ? '1' : '0'))]
    const answers = await Promise.all(
      [foreign, unknown].map(async (name) => {
        const { statusCode, body } = await decide({ transactions: [name], action: 'confirm' }, other)
        return [statusCode, body.replace(name.split('.')[1] ?? '', '')]
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.[1]).toContain('"decided":0')
    expect(await find(key)).toMatchObject({ status: 'PENDING' })
  })
})

describe('a decision is taken back by', () => {
  const reply: DecisionReply = { success: true, decided: 1, refused: [] }
  const id = '0199f0a2-7c11-7abc-8def-0123456789ab'

  test.each([
    ['confirm PENDING', 'reopen CONFIRMED'],
    ['cancel PENDING', 'reopen CANCELLED'],
    ['cancel CONFIRMED', 'confirm CANCELLED'],
    ['hold PENDING', 'reopen PENDING'],
    ['reopen CONFIRMED', 'confirm PENDING'],
    ['amend CONFIRMED', 'amend CONFIRMED'],
    ['confirm CANCELLED', undefined],
    ['extend PENDING', undefined],
    ['confirm PENDING held', undefined],
    ['amend PENDING held', 'amend PENDING'],
  ])('%s: %s', async (decision, reverse) => {
    const [intent = '', before, held] = decision.split(' ')
    const form = new FormData()
    for (const [name, value] of Object.entries({ intent, transaction: `7.${id}.${before}`, amount_before: '9.00' }))
      form.append(name, value)
    if (held !== undefined) form.append('held', '1')
    const { data } = await submitDecision(form, () => Promise.resolve(reply))
    const undo = data.ok ? data.reply.undo : undefined
    expect(undo && `${undo.action} ${undo.transactions[0]?.split('.')[2]}`).toBe(reverse)
  })

  test('a decision on those alone that were decided', async () => {
    const form = new FormData()
    const others = id.replace(/b$/, 'c')
    form.append('intent', 'confirm')
    for (const each of [id, others]) form.append('transaction', `7.${each}.PENDING`)
    const refused = [{ transaction_id: others, message: '' }]
    const { data } = await submitDecision(form, () => Promise.resolve({ ...reply, refused }))
    expect(data).toMatchObject({ reply: { undo: { action: 'reopen', transactions: [`7.${id}.CONFIRMED`] } } })
  })
})
