import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listLines } from '#platform/server/database/database-check.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { openDecisionFiles, readStatuses, recordOrders } from '#test/support/decision-files.ts'
import type { DecisionFiles, RecordedOrder } from '#test/support/decision-files.ts'
import { verifyMoney } from '#test/support/money-network.ts'
import { createOrderFixtures } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { decideTransaction } from './commands/decide-transactions.ts'
import { removeReasonAlias, saveReasonAlias } from './commands/save-reason-alias.ts'
import { readEarlierItems } from './queries/earlier-items.ts'
import { orderRoutes } from './routes/orders.ts'
import type { Decision } from './rules/decide.ts'
import { MAX_ALIASES } from './rules/reason-aliases.ts'

const database = await openTestDatabase()
let fixtures: OrderFixtures
let files: DecisionFiles
let ctx: Ctx

beforeAll(async () => {
  fixtures = await createOrderFixtures(database.db)
  ctx = testContext(database.db)
  files = await openDecisionFiles(database.db, fixtures)
  // The terms of the fixtures allow no extension.
  await database.ownerDb.updateTable('programTerms').set({ maxExtensions: 2, extensionDays: 10 }).execute()
})

afterAll(() => files.close())

const record = (count: number) => recordOrders(ctx, fixtures, count)
const statuses = (orders: readonly RecordedOrder[]) => readStatuses(database.db, orders)
const HEADER = 'order_id,action,reason,amount,sku,quantity,item_amount'

async function readItems(orders: readonly RecordedOrder[]) {
  const last = orders.map(({ publisherId, transactionId }) => ({ publisherId, transactionId, sequence: 1000 }))
  const items = await readEarlierItems(database.db, last)
  return orders.map(({ transactionId }) =>
    (items.get(transactionId) ?? []).map(({ sku, amount }) => `${sku} ${amount}`),
  )
}

const lookAt = async (id: string) =>
  (await files.listLines(id)).map(({ line, result, column, code }) => [line, result, column, code?.split('.').at(-1)])

describe('lines that name parts of an order', () => {
  test('decide it once, with their items', async () => {
    const orders = await record(2)
    const [one, two] = orders.map(({ orderRef }) => orderRef)
    const { id, figures } = await files.send(
      'all',
      [HEADER, `${one},amend,RETURNED_MERCHANDISE,60,A-1,1,40.00`, `${one},,,,B-2,,20`, `${two},confirm,,,C,3,7`].join(
        '\n',
      ),
    )
    expect(figures).toMatchObject({ decided: 2, refused: 0, actions: [{ count: 1 }, { count: 1 }] })
    expect(await lookAt(id)).toEqual([
      [2, 'decided', '', undefined],
      [3, 'part', '', 'file_part'],
      [4, 'decided', '', undefined],
    ])
    expect(await statuses(orders)).toEqual(['PENDING 60', 'CONFIRMED 100'])
    expect(await readItems(orders)).toEqual([['A-1 400000', 'B-2 200000'], []])
    await files.reverse(id)
    expect(await statuses(orders)).toEqual(['PENDING 100', 'PENDING 100'])
    expect(await readItems(orders)).toEqual([[], []])
  })

  test('refuse it when they do not add up, disagree, or one of them is wrong', async () => {
    const orders = await record(5)
    const [sum, other, wrong, bare, apart] = orders.map(({ orderRef }) => orderRef)
    const amend = 'amend,RETURNED_MERCHANDISE'
    const lines = [
      `${sum},${amend},60,A,1,40`,
      `${sum},${amend},60,B,1,19.99`,
      `${other},${amend},60,A,1,40`,
      `${other},cancel,,60,B,1,20`,
      `${wrong},${amend},60,A,1,40`,
      `${wrong},${amend},60,B,0,20`,
      `${bare},${amend},60,,,60`,
      `${apart},${amend},60,A,1,40`,
      `none,confirm,,,,,`,
      `${apart},${amend},60,B,1,20`,
    ]
    const { id } = await files.send('valid', [HEADER, ...lines].join('\n'))
    expect(await lookAt(id)).toEqual([
      [2, 'refused', 'item_amount', 'file_item_sum'],
      [3, 'part', '', 'file_part'],
      [4, 'refused', '', 'file_part_wrong'],
      [5, 'refused', 'action', 'file_part_other'],
      [6, 'refused', '', 'file_part_wrong'],
      [7, 'refused', 'quantity', 'file_item'],
      [8, 'refused', 'sku', 'required'],
      [9, 'refused', 'item_amount', 'file_item_sum'],
      [10, 'refused', '', 'file_unknown'],
      [11, 'refused', 'item_amount', 'file_item_sum'],
    ])
    expect(new Set(await statuses(orders))).toEqual(new Set(['PENDING 100']))
  })
})

test('the file of undecided orders has a line for each item, and decides with its actions alone', async () => {
  const server = await createTestServer(database.db, orderRoutes)
  const orders = await record(3)
  const [plain, amended, coupon] = orders
  if (!plain || !amended || !coupon) throw new Error('No orders')
  const [items, unnamed] = [
    [
      { group: 'shoes', sku: '=A', quantity: 2, amount: 400_000n },
      { group: null, sku: 'B', quantity: null, amount: 200_000n },
    ],
    [{ group: 'shoes', sku: null, quantity: null, amount: 500_000n }],
  ]
  const amend = { action: 'amend', note: '' } as const
  await decideTransaction(ctx, { ...amended, ...amend, orderValue: 600_000n, items })
  await decideTransaction(ctx, { ...coupon, ...amend, orderValue: 500_000n, items: unnamed })
  const { body } = await server.get('/api/v1/brand/orders/download', { as: files.advertiser })
  await server.close()
  const rows = body.replace('\uFEFF', '').trim().split('\r\n')
  const own = rows.filter((row) => orders.some(({ orderRef }) => row.startsWith(`,"${orderRef}",`)))
  const cells = own.map((row) =>
    row
      .split(',')
      .filter((_, index) => [1, 6, 8, 9, 10].includes(index))
      .join(' '),
  )
  const name = (order: RecordedOrder) => `"${order.orderRef}"`
  expect(cells.toSorted()).toEqual(
    [
      `${name(plain)} 100.0000   `,
      `${name(amended)} 60.0000 "'=A" 2 40.0000`,
      `${name(amended)}  "B"  20.0000`,
      `${name(coupon)} 50.0000   `,
    ].toSorted(),
  )
  const file = [rows[0], ...own.map((row) => row.replace(/^(([^,]*,){4}),,(\d)/, '$1confirm,,$3'))].join('\r\n')
  expect((await files.send('valid', file)).figures).toMatchObject({ decided: 3, refused: 0 })
  expect(await statuses(orders)).toEqual(['CONFIRMED 100', 'CONFIRMED 60', 'CONFIRMED 50'])
  const part = `transaction_id,action,reason,amount,sku,quantity,item_amount\n${amended.transactionId}`
  await files.send('valid', `${part},amend,RETURNED_MERCHANDISE,20,'=A,1,20`)
  expect((await readItems([amended]))[0]).toEqual(['=A 200000'])
})

describe("a reason code of the advertiser's own system", () => {
  test('stands for the reason that was said once, until it is removed', async () => {
    const orders = await record(3)
    const [one, two, three] = orders.map(({ orderRef }) => orderRef)
    const own = { advertiserId: fixtures.advertiserId }
    await saveReasonAlias(ctx, { ...own, alias: 'RET-01', reason: 'RETURNED_MERCHANDISE' })
    await saveReasonAlias(ctx, { ...own, alias: 'wait', reason: 'NOT_SHIPPED' })
    const file = `order_id,action,reason\n${one},cancel,ret-01\n${two},hold,WAIT\n${three},cancel,wait`
    const { id } = await files.send('valid', file)
    expect((await lookAt(id)).map(([, result]) => result)).toEqual(['decided', 'decided', 'refused'])
    const { reasonCode } = await database.db
      .selectFrom('transactionState')
      .select('reasonCode')
      .where('transactionId', '=', orders[0]?.transactionId ?? '')
      .executeTakeFirstOrThrow()
    expect(reasonCode).toBe('RETURNED_MERCHANDISE')
    await removeReasonAlias(ctx, { ...own, alias: 'ret-01' })
    await expect(removeReasonAlias(ctx, { ...own, alias: 'ret-01' })).rejects.toMatchObject({
      details: { status: 404 },
    })
    const again = await files.send('valid', `order_id,action,reason\n${three},cancel,ret-01`)
    expect(again.figures).toMatchObject({ refused: 1 })
  })

  test("is none of the network's own, and bounded in number", async () => {
    const own = { advertiserId: fixtures.advertiserId, reason: 'FRAUD' } as const
    await expect(saveReasonAlias(ctx, { ...own, alias: 'other' })).rejects.toMatchObject({
      details: { field: 'alias' },
    })
    const rows = Array.from({ length: MAX_ALIASES }, (_, index) => ({ ...own, alias: `code ${index}` }))
    await database.db
      .insertInto('reasonAlias')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await expect(saveReasonAlias(ctx, { ...own, alias: 'more' })).rejects.toMatchObject({ details: { status: 409 } })
    await saveReasonAlias(ctx, { ...own, alias: 'code 1' })
  })
})

const ITEMS = [{ group: 'shoes', sku: 'A', quantity: 1, amount: 700_000n }]
const AMENDED: Decision = { action: 'amend', orderValue: 700_000n, items: ITEMS }

/** What an order has been through before the file. */
const PAST: Record<string, Decision[]> = {
  nothing: [],
  extended: [{ action: 'extend', holdReason: 'NOT_SHIPPED' }],
  held: [{ action: 'hold', holdReason: 'PAYMENT_OPEN' }],
  'extended and held': [
    { action: 'extend', holdReason: 'NOT_SHIPPED' },
    { action: 'hold', holdReason: 'PAYMENT_OPEN' },
  ],
  amended: [AMENDED],
  'amended twice': [AMENDED, { action: 'amend', orderValue: 800_000n }],
  confirmed: [AMENDED, { action: 'confirm' }],
  cancelled: [{ action: 'cancel', reasonCode: 'OUT_OF_STOCK' }],
}

/** What the file asks of an order. */
const ROWS = [
  'confirm,,,,,',
  'cancel,RETURNED_MERCHANDISE,,,,',
  'amend,RETURNED_MERCHANDISE,50,,,',
  'amend,RETURNED_MERCHANDISE,55,B,1,55',
  'hold,NOT_SHIPPED,,,,',
]

test('a file decides what its check said, and taken back leaves states, items and ledger as they were', async () => {
  const cases = fc.array(fc.tuple(fc.constantFrom(...Object.keys(PAST)), fc.constantFrom(...ROWS)), {
    minLength: 6,
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(cases, async (given) => {
      const orders = await record(given.length)
      for (const [index, [past]] of given.entries()) {
        const { publisherId, transactionId } = orders[index] ?? { publisherId: 0n, transactionId: '' }
        for (const decision of PAST[past] ?? []) {
          await decideTransaction(ctx, { publisherId, transactionId, ...decision })
        }
      }
      const before = await readMoney(orders)
      const rows = given.map(([, row], index) => `${orders[index]?.orderRef},${row}`)
      const file = [HEADER, ...rows].join('\n')
      const checked = await files.send('check', file)
      const refused = await files.listLines(checked.id, 'refused')
      expect(await readMoney(orders)).toEqual(before)
      const { id, figures } = await files.send('valid', file)
      expect(figures).toEqual({ ...checked.figures, valid: 0, decided: checked.figures?.valid })
      expect(await files.listLines(id, 'refused')).toEqual(refused)
      const reversed = await files.reverse(id)
      expect(reversed.figures).toMatchObject({ reversed: figures?.decided, kept: 0 })
      expect(await readMoney(orders)).toEqual(before)
    }),
    { numRuns: 4, seed: 12 },
  )
  expect(listLines(await verifyMoney(database.ownerDb))).toEqual([])
})

async function readMoney(orders: readonly RecordedOrder[]) {
  const ids = orders.map(({ transactionId }) => transactionId)
  const states = await database.db
    .selectFrom('transactionState')
    .select(['transactionId', 'status', 'orderValue', 'commission', 'fee', 'reasonCode', 'holdReason', 'dueAt'])
    .select('extensions')
    .where('transactionId', 'in', ids)
    .orderBy('transactionId')
    .execute()
  const { rows: balances } = await sql`SELECT account, sum(amount) FROM balance GROUP BY 1 HAVING sum(amount) <> 0
    ORDER BY 1`.execute(database.db)
  return { states, balances, items: await readItems(orders) }
}
