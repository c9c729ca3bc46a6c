import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import type { Actor } from '#kernel/actor.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { openDecisionFiles, readStatuses, recordOrders } from '#test/support/decision-files.ts'
import type { DecisionFiles, RecordedOrder } from '#test/support/decision-files.ts'
import { createOrderFixtures } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'

const database = await openTestDatabase()
let fixtures: OrderFixtures
let files: DecisionFiles
let ctx: Ctx
let other: Actor

beforeAll(async () => {
  fixtures = await createOrderFixtures(database.db)
  ctx = testContext(database.db)
  files = await openDecisionFiles(database.db, fixtures)
  other = { ...files.advertiser, displayName: 'C', advertiserId: fixtures.otherAdvertiser.advertiserId }
})

afterAll(() => files.close())

const record = (count: number) => recordOrders(ctx, fixtures, count)
const statuses = (orders: readonly RecordedOrder[]) => readStatuses(database.db, orders)

/** Writes a file that confirms, cancels, amends, holds and leaves five orders. */
function writeFile([one, two, three, four, five]: readonly RecordedOrder[]): string {
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

const errorsOf = async (id: string) =>
  (await files.listLines(id, 'refused')).map(({ line, column }) => `${line} ${column}`)

describe('a file of decisions', () => {
  test('is checked without a change, decides as it was checked, and changes nothing when sent again', async () => {
    const orders = await record(5)
    const file = writeFile(orders)
    const checked = await files.send('check', file)
    expect(checked).toMatchObject({ status: 'checked', figures: { valid: 4, decided: 0, left: 1, publishers: 1 } })
    expect(await statuses(orders)).toEqual(Array.from({ length: 5 }, () => 'PENDING 100'))
    expect(parse(await files.readResult(checked.id), { columns: true })).toMatchObject([
      { result: 'valid', old_status: 'PENDING', new_status: 'CONFIRMED' },
      ...Array.from({ length: 3 }, () => ({ result: 'valid' })),
      { result: 'left' },
    ])
    const decided = await files.send('all', file)
    expect(decided).toMatchObject({ id: checked.id, status: 'decided', lines: 5, done: 5 })
    expect(decided.figures).toMatchObject({ valid: 0, decided: 4, left: 1, refused: 0, unchanged: 0 })
    expect(decided.figures?.actions).toEqual(checked.figures?.actions)
    expect(decided.figures?.actions).toContainEqual({
      action: 'confirm',
      currency: 'USD',
      count: 1,
      order_value: '100.0000',
      commission: '10.0000',
      fee: '0.0000',
    })
    const after = ['CONFIRMED 100', 'CANCELLED 100', 'PENDING 40', 'PENDING 100', 'PENDING 100']
    expect(await statuses(orders)).toEqual(after)
    const counted = await countDecisions()
    expect(await files.send('valid', file)).toEqual(decided)
    // The same decisions in another file ask for what the orders are already.
    const again = await files.send('all', `${file}\r\n`)
    expect(again.figures).toMatchObject({ unchanged: 4, decided: 0, actions: [] })
    expect(await countDecisions()).toBe(counted)
    const rows = parse<Record<string, string>>(await files.readResult(decided.id), { columns: true })
    expect(rows[0]).toMatchObject({ result: 'decided', old_status: 'PENDING', new_status: 'CONFIRMED' })
    expect(rows.map(({ transaction_id: id }) => id)).toEqual(orders.map(({ transactionId }) => transactionId))
  })

  test('with wrong lines names each by line and column, and decides nothing or the others', async () => {
    const orders = await record(8)
    const [one, two, ...others] = orders.map(({ orderRef }) => orderRef)
    const file = [
      'order_id,action,reason,amount,currency',
      `${one},confirm,,,`,
      `${two},cancel,FRAUD,,`,
      `${others[0]},cancel,nonsense,,`,
      `${others[1]},confirm,,,EUR`,
      `${others[2]},amend,RETURNED_MERCHANDISE,"1,500",`,
      `${others[3]},amend,RETURNED_MERCHANDISE,100.01,`,
      `${others[4]},cancel,FRAUD,,`,
      `=1+1,confirm,,,`,
      `${others[5]},maybe,,,`,
    ].join('\n')
    const refused = await files.send('all', file)
    expect(refused).toMatchObject({ status: 'checked', mode: 'all', decided_at: null })
    expect(await errorsOf(refused.id)).toEqual([
      '3 evidence',
      '4 reason',
      '5 currency',
      '6 amount',
      '7 amount',
      '8 evidence',
      '9 ',
      '10 action',
    ])
    expect(new Set(await statuses(orders))).toEqual(new Set(['PENDING 100']))
    expect(await files.readResult(refused.id)).toContain("'=1+1")
    const decided = await files.decide(refused.id, 'valid')
    expect(decided).toMatchObject({ status: 'decided', figures: { decided: 1, refused: 8 } })
    expect(await statuses(orders.slice(0, 3))).toEqual(['CONFIRMED 100', 'PENDING 100', 'PENDING 100'])
    expect((await files.listLines(refused.id, 'refused'))[2]).toMatchObject({ column: 'currency', found: 'EUR' })
  })

  test('decides no order that two of its lines name, and says which, also when it is tried again', async () => {
    const orders = await record(4)
    const [one, two, three, four] = orders.map(({ orderRef }) => orderRef)
    const file = [
      'order_id,transaction_id,action,reason,amount',
      `${one},,confirm,,`,
      `${one},,amend,RETURNED_MERCHANDISE,40.00`,
      `${two},,amend,RETURNED_MERCHANDISE,x`,
      `${two},,confirm,,`,
      `${three},,confirm,,`,
      `${four},,confirm,,`,
      `${four},,,,`,
      ...Array.from({ length: 1000 }, (_, n) => `none-${n},,confirm,,`),
      `,${orders[2]?.transactionId.toUpperCase()},cancel,OUT_OF_STOCK,`,
    ].join('\n')
    const checked = await files.send('check', file)
    expect(checked).toMatchObject({ figures: { valid: 1, left: 1, refused: 1006 } })
    for (const decided of [await files.decide(checked.id, 'valid'), await files.decide(checked.id, 'valid')]) {
      expect(decided).toMatchObject({ status: 'decided', figures: { decided: 1, left: 1, refused: 1006 } })
    }
    const messages = (await files.listLines(checked.id, 'refused')).map(({ message }) => message)
    expect(messages.slice(0, 5).map((message) => /\d+, \d+/.exec(message)?.[0])).toEqual([
      '2, 3',
      '2, 3',
      undefined,
      '4, 5',
      '6, 1009',
    ])
    expect(await statuses(orders)).toEqual(['PENDING 100', 'PENDING 100', 'PENDING 100', 'CONFIRMED 100'])
  })

  test('keeps evidence, customer, shipping and the expected decision with its decisions', async () => {
    const orders = await record(5)
    const [one, two, three, four, five] = orders.map(({ orderRef }) => orderRef)
    const file = [
      'order_id,action,reason,evidence,customer_type,shipped_at,expected_decision_at',
      `${one},cancel,FRAUD,https://shop.example/case/1,new,,`,
      `${two},hold,NOT_SHIPPED,,RETURNING,03.10.2026,2026-11-01T12:00:00+02:00`,
      `${three},cancel,FRAUD,,,,`,
      `${four},confirm,,,old,,`,
      `${five},confirm,,,,yesterday,`,
    ].join('\n')
    const { id } = await files.send('valid', file)
    expect(await errorsOf(id)).toEqual(['4 evidence', '5 customer_type', '6 shipped_at'])
    const rows = await database.db
      .selectFrom('transactionDecision')
      .select(['evidence', 'customerStatus', 'shippedAt', 'expectedAt'])
      .where(
        'transactionId',
        'in',
        orders.map(({ transactionId }) => transactionId),
      )
      .orderBy('action')
      .execute()
    const nothing = { evidence: null, shippedAt: null, expectedAt: null }
    expect(rows).toEqual([
      { ...nothing, evidence: 'https://shop.example/case/1', customerStatus: 'NEW' },
      {
        ...nothing,
        customerStatus: 'RETURNING',
        shippedAt: new Date('2026-10-03T00:00:00Z'),
        expectedAt: new Date('2026-11-01T10:00:00Z'),
      },
    ])
  })

  test('chooses among the events of an order by the event or by the click', async () => {
    const click = await fixtures.makeClick()
    const [sale, lead] = await Promise.all([
      files.report({ click_id: click, order_id: 'two-events', event: 'sale' }),
      files.report({ order_id: 'two-events', event: 'lead' }),
    ])
    const file = [
      'order_id,event,click_id,action',
      'two-events,,,confirm',
      `two-events,,${click},confirm`,
      'two-events,lead,,confirm',
    ].join('\n')
    const { id } = await files.send('valid', file)
    const lines = await files.listLines(id)
    expect(lines.map(({ transaction_id: found }) => found)).toEqual([null, sale, lead])
    expect(lines.map(({ column }) => column)).toEqual(['event', '', ''])
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
      `${three},__proto__,FRAUD,10,`,
    ].join('\n')
    const { id } = await files.send('valid', file)
    expect(await errorsOf(id)).toEqual(['2 ', '3 order_id', '4 note', '5 reason', '6 action'])
    expect(await statuses(orders)).toEqual(['PENDING 100', 'PENDING 100', 'PENDING 100'])
    expect((await files.listLines(id))[3]?.message).toContain('NOT_SHIPPED')
    expect(await files.readResult(id)).not.toContain('NOT_SHIPPED')
  })

  test("of another advertiser finds no order, by its id or the order's number", async () => {
    const [order] = await record(1)
    const named = [`${order?.transactionId},`, `,${order?.orderRef}`, ',none'].map((name) => `${name},confirm`)
    const file = ['transaction_id,order_id,action', ...named].join('\n')
    const { id } = await files.send('valid', file, other)
    const lines = await files.listLines(id, 'refused', other)
    expect(new Set(lines.map(({ message }) => message)).size).toBe(1)
    expect(lines).toHaveLength(3)
    expect(await files.readResult(id, other)).not.toContain('PENDING')
    expect(await files.readResult(id)).toContain('not_found')
  })

  test.each<[string, string | Uint8Array<ArrayBuffer>, number]>([
    ['without the column action', 'order_id\n1\n', 1],
    ['with a header only', 'order_id,action\n', 1],
    ['with a quotation mark that is not closed', 'order_id,action\n"1,confirm\n', 2],
    ['that is not UTF-8', Buffer.from('order_id,action\n\xe9,confirm\n', 'latin1'), 2],
    ['of 100,001 rows', `order_id,action\n${'a,\n'.repeat(100_001)}`, 100_002],
  ])('%s is refused as a whole, and not kept', async (_name, file, line) => {
    const before = await countFiles()
    expect(await files.post('all', file)).toMatchObject({ success: false, error: { line } })
    expect(await countFiles()).toBe(before)
  })

  test('with an unknown column is refused as a whole, and not kept', async () => {
    const before = await countFiles()
    const reply = await files.post('all', 'order_id,action,colour\n1,confirm,red\n')
    expect(reply).toMatchObject({ status: 422, message: expect.stringContaining('colour') })
    expect(await countFiles()).toBe(before)
  })

  test('is the same as rows in JSON', async () => {
    const orders = await record(2)
    const [one, two] = orders.map(({ orderRef }) => orderRef)
    const rows = [
      { order_id: one, action: 'confirm' },
      { order_id: two, action: 'cancel', reason: 'FRAUD' },
    ]
    const sent = await files.sendRows({ mode: 'valid', rows })
    expect(sent).toMatchObject({ status: 'decided', format: 'json', figures: { decided: 1, refused: 1 } })
    expect(await errorsOf(sent.id)).toEqual(['2 evidence'])
    expect(await statuses(orders)).toEqual(['CONFIRMED 100', 'PENDING 100'])
    expect((await files.sendRows({ mode: 'valid', rows })).id).toBe(sent.id)
  })

  test('writes audit lines of the sender and of the job', async () => {
    const { rows } = await sql<{ action: string; kind: string }>`
      SELECT DISTINCT action, actor_kind AS kind FROM audit_line WHERE action LIKE 'decision-file.%' ORDER BY 1, 2
      `.execute(database.db)
    expect(rows.map(({ action, kind }) => `${action} ${kind}`)).toEqual([
      'decision-file.ask account',
      'decision-file.check system',
      'decision-file.decide system',
      'decision-file.send account',
    ])
  })
})

async function countDecisions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM transaction_decision`.execute(
    database.db,
  )
  return rows[0]?.count ?? 0
}

async function countFiles(): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM decision_file`.execute(database.db)
  return rows[0]?.count ?? 0
}
