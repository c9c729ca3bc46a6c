import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Actor } from '#kernel/actor.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import type { decideByFileCall } from './contract/decision-file.ts'
import { decisionFileRoutes } from './routes/decision-file.ts'

let database: TestDatabase
let fixtures: OrderFixtures
let server: Awaited<ReturnType<typeof createTestServer>>
let ctx: Ctx
let brand: Actor
let other: Actor

beforeAll(async () => {
  database = await createTestDatabase()
  fixtures = await createOrderFixtures(database.db)
  server = await createTestServer(database.db, decisionFileRoutes)
  ctx = systemContext(database.db, 'test')
  const reviewStatus = 'approved'
  const { id: accountId } = await database.db
    .insertInto('account')
    .values({ email: 'b@b.example', role: 'advertiser', displayName: 'B', reviewStatus, createdAt: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const account = { kind: 'account' as const, accountId, role: 'advertiser' as const, email: 'b@b.example' }
  brand = { ...account, displayName: 'B', advertiserId: fixtures.advertiserId }
  other = { ...account, displayName: 'C', advertiserId: fixtures.otherAdvertiser.advertiserId }
})

afterAll(async () => {
  await server.close()
  await database.close()
})

type Reply = ReplyOf<typeof decideByFileCall>

async function send(mode: string, file: string | Uint8Array<ArrayBuffer>, as = brand): Promise<Reply> {
  const response = await server.post(`/api/v1/brand/transactions/file/${mode}`, { as, file })
  return response.json<Reply>()
}

/** Records orders and gets their numbers and states. */
async function record(count: number) {
  const orders = await Promise.all(Array.from({ length: count }, () => recordPending(ctx, fixtures)))
  return Promise.all(
    orders.map(async ({ transactionId }) => {
      const { orderRef } = await database.db
        .selectFrom('transaction')
        .select('orderRef')
        .where('id', '=', transactionId)
        .executeTakeFirstOrThrow()
      return { transactionId, orderRef }
    }),
  )
}

async function readStatuses(orders: Awaited<ReturnType<typeof record>>): Promise<string[]> {
  const rows = await database.db
    .selectFrom('transactionState')
    .select(['transactionId', 'status', 'orderValue'])
    .execute()
  const states = new Map(rows.map((row) => [row.transactionId, `${row.status} ${(row.orderValue ?? 0n) / 10_000n}`]))
  return orders.map(({ transactionId }) => states.get(transactionId) ?? '')
}

/** Writes a file that confirms, cancels, amends, holds and leaves five orders. */
function writeFile([one, two, three, four, five]: Awaited<ReturnType<typeof record>>): string {
  const lines = [
    'Action,ORDER_ID,transaction_id,reason,amount,currency',
    `approved,${one?.orderRef},,,,USD`,
    `cancel,${two?.orderRef},,returned_merchandise,,`,
    `amend,,${three?.transactionId},RETURNED_MERCHANDISE,40.5,usd`,
    `hold,${four?.orderRef},${four?.transactionId},NOT_SHIPPED,,`,
    `,${five?.orderRef},,,,`,
  ]
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

describe('a file of decisions', () => {
  test('is checked without a change, decides as it was checked, and changes nothing when sent again', async () => {
    const orders = await record(5)
    const file = writeFile(orders)
    const checked = await send('check', file)
    expect(await readStatuses(orders)).toEqual(Array.from({ length: 5 }, () => 'PENDING 100'))
    const decided = await send('all', file)
    expect(parse(checked.result_csv, { columns: true })).toMatchObject([
      { result: 'valid', old_status: 'PENDING', new_status: 'PENDING' },
      ...Array.from({ length: 3 }, () => ({ result: 'valid' })),
      { result: 'left' },
    ])
    expect({ ...checked, success: true, result_csv: '' }).toEqual({ ...decided, result_csv: '' })
    expect(decided).toMatchObject({ success: true, lines: 5, left: 1, refused: 0, unchanged: 0, errors: [] })
    expect(decided.actions).toContainEqual({ action: 'amend', count: 1, order_value: '40.5000' })
    const after = ['CONFIRMED 100', 'CANCELLED 100', 'PENDING 40', 'PENDING 100', 'PENDING 100']
    expect(await readStatuses(orders)).toEqual(after)
    expect(await send('all', file)).toMatchObject({ success: true, unchanged: 4, actions: [] })
    const rows = parse(decided.result_csv, { columns: true }) as Record<string, string>[]
    expect(rows[0]).toMatchObject({ result: 'decided', old_status: 'PENDING', new_status: 'CONFIRMED' })
    expect(rows.map(({ transaction_id: id }) => id)).toEqual(orders.map(({ transactionId }) => transactionId))
  })

  test('with wrong lines names each by line and column, and decides nothing or the others', async () => {
    const orders = await record(3)
    const [one, two, three] = orders.map(({ orderRef }) => orderRef)
    const file = [
      'order_id,action,reason,amount,currency',
      `${one},confirm,,,`,
      `${one},cancel,FRAUD,,`,
      `${two},cancel,nonsense,,`,
      `${two},confirm,,,EUR`,
      `${three},amend,RETURNED_MERCHANDISE,"1,5",`,
      `${three},amend,RETURNED_MERCHANDISE,100.01,`,
      `${three},cancel,FRAUD,,`,
      `=1+1,confirm,,,`,
      `${three},maybe,,,`,
    ].join('\n')
    const refused = await send('all', file)
    expect(refused.success).toBe(false)
    expect(refused.errors.map(({ line, column }) => `${line} ${column}`)).toEqual([
      '3 ',
      '4 reason',
      '5 currency',
      '6 amount',
      '7 amount',
      '8 ',
      '9 ',
      '10 action',
    ])
    expect(await readStatuses(orders)).toEqual(['PENDING 100', 'PENDING 100', 'PENDING 100'])
    expect(refused.result_csv).toContain("'=1+1")
    expect(await send('valid', file)).toMatchObject({ success: true, refused: 8 })
    expect(await readStatuses(orders)).toEqual(['CONFIRMED 100', 'PENDING 100', 'PENDING 100'])
  })

  test('sent twice decides no order by the later of two lines that name it', async () => {
    const orders = await record(2)
    const [one, two] = orders.map(({ orderRef }) => orderRef)
    const file = [
      'order_id,action,reason,amount',
      `${one},confirm,,`,
      `${one},amend,RETURNED_MERCHANDISE,40.00`,
      `${two},amend,RETURNED_MERCHANDISE,100.01`,
      `${two},confirm,,`,
    ].join('\n')
    for (const unchanged of [0, 1]) {
      expect(await send('valid', file)).toMatchObject({ success: true, unchanged, refused: 3 })
      expect(await readStatuses(orders)).toEqual(['CONFIRMED 100', 'PENDING 100'])
    }
  })

  test('refuses a line with a cell too many, and one with signs that no text has', async () => {
    const orders = await record(3)
    const [one, two, three] = orders.map(({ orderRef }) => orderRef)
    const file = [
      'order_id,action,reason,amount,note',
      `${one},amend,RETURNED_MERCHANDISE,1,083.29,`,
      `${two}\0,confirm,,,`,
      `${two},confirm,,,\u202Etxt`,
      `${three},hold,FRAUD,,`,
    ].join('\n')
    const { errors, refused, result_csv: results } = await send('valid', file)
    expect(errors.map(({ line, column }) => `${line} ${column}`)).toEqual(['2 ', '3 order_id', '4 note', '5 reason'])
    expect(refused).toBe(4)
    expect(await readStatuses(orders)).toEqual(['PENDING 100', 'PENDING 100', 'PENDING 100'])
    expect(errors.at(-1)?.message).toContain('NOT_SHIPPED')
    expect(results).not.toContain('NOT_SHIPPED')
  })

  test('is refused while another one of the advertiser is being decided', async () => {
    const orders = await record(1)
    const file = `order_id,action\n${orders[0]?.orderRef},confirm\n`
    await database.db.transaction().execute(async (tx) => {
      const name = `decision file of ${fixtures.advertiserId}`
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
      expect(await send('all', file)).toMatchObject({ success: false, code: 'transaction.file_busy' })
    })
    expect(await send('all', file)).toMatchObject({ success: true })
  })

  test("of another advertiser finds no order, by its id or the order's number", async () => {
    const [order] = await record(1)
    const file = `transaction_id,order_id,action\n${order?.transactionId},,confirm\n,${order?.orderRef},confirm\n`
    const { errors, result_csv: results } = await send('valid', file, other)
    const [unknown] = (await send('valid', `order_id,action\nnone,confirm\n`, other)).errors
    expect(errors.map(({ message }) => message)).toEqual([unknown?.message, unknown?.message])
    expect(results).not.toContain('PENDING')
  })

  test.each<[string, string | Uint8Array<ArrayBuffer>, number]>([
    ['without the column action', 'order_id\n1\n', 1],
    ['with an unknown column', 'order_id,action,colour\n1,confirm,red\n', 1],
    ['with a header only', 'order_id,action\n', 1],
    ['that is not UTF-8', Buffer.from('order_id,action\n\xe9,confirm\n', 'latin1'), 2],
    ['of 100,001 rows', `order_id,action\n${'a,\n'.repeat(100_001)}`, 100_002],
  ])('%s is refused as a whole', async (_name, file, line) => {
    expect(await send('all', file)).toMatchObject({ success: false, lines: 0, errors: [{ line }] })
  })

  test('writes one audit line with the hash of the file', async () => {
    const { rows } = await sql<{ details: { hash: string } }>`
      SELECT details FROM audit_line WHERE action = 'transaction.decide_by_file' LIMIT 1`.execute(database.db)
    expect(rows[0]?.details.hash).toMatch(/^[0-9a-f]{64}$/)
  })
})
