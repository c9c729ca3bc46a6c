import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { openDecisionFiles, readStatuses, recordOrders } from '#test/support/decision-files.ts'
import type { DecisionFiles, RecordedOrder } from '#test/support/decision-files.ts'
import { recordRate } from '#test/support/exchange-rates.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { saveReasonAlias } from './commands/save-reason-alias.ts'

const database = await openTestDatabase()
let fixtures: OrderFixtures
let files: DecisionFiles
let ctx: Ctx

beforeAll(async () => {
  fixtures = await createOrderFixtures(database.db)
  ctx = testContext(database.db)
  files = await openDecisionFiles(database.db, fixtures)
  const { advertiserId } = fixtures
  await saveReasonAlias(ctx, { advertiserId, alias: 'RETURNED', reason: 'RETURNED_MERCHANDISE' })
})

afterAll(() => files.close())

const record = (count: number) => recordOrders(ctx, fixtures, count)
const statuses = (orders: readonly RecordedOrder[]) => readStatuses(database.db, orders)

const CRLF = '\r\n'

/** Writes a file in which the orders of a case stand for HUNT-1, HUNT-2 … */
function write(lines: readonly string[], orders: readonly RecordedOrder[]): string {
  return `${lines.join(CRLF)}${CRLF}`.replaceAll(/HUNT-(\d)/g, (_, n) => orders[Number(n) - 1]?.orderRef ?? '')
}

test.each<[string, string[], BufferEncoding, string[]]>([
  [
    'German Excel, with semicolons, a mark and a line of empty cells',
    ['\uFEFForder_id;action;reason;amount', 'HUNT-1;confirm;;', 'HUNT-2;amend;RETURNED;80,00', ';;;'],
    'utf8',
    ['CONFIRMED 100', 'PENDING 80'],
  ],
  [
    'Excel, with the line sep=',
    ['sep=;', 'order_id;action', 'HUNT-1;confirm'],
    'utf8',
    ['CONFIRMED 100', 'PENDING 100'],
  ],
  ['Excel as Unicode text', ['\uFEFForder_id\taction', 'HUNT-1\tconfirm'], 'utf16le', ['CONFIRMED 100', 'PENDING 100']],
])('a file of %s decides', async (...[, lines, encoding, after]) => {
  const orders = await record(2)
  const { data } = await files.post('all', Buffer.from(write(lines, orders), encoding))
  await files.work()
  expect(await files.get(data.id)).toMatchObject({ status: 'decided', figures: { refused: 0, left: 0 } })
  expect(await statuses(orders)).toEqual(after)
})

test('a file of another system decides by the columns that its sender chose, and so does the next', async () => {
  const orders = await record(2)
  const sheet = (nr: number, step: string) => write(['Bestellung;Kunde;Status', `HUNT-${nr};Ann;${step}`], orders)
  const post = async (file: string, query = '', mode = 'all') =>
    (await files.server.post(`/api/v1/brand/decision-files/csv/${mode}${query}`, { as: files.advertiser, file })).json()
  const asked = await post(sheet(1, 'confirm'))
  expect(asked).toMatchObject({ status: 422, choice: { required: [['order_id', 'transaction_id'], ['action']] } })
  const wrong = await post(sheet(1, 'confirm'), '?columns=order_id:1,action:2', 'check')
  const right = await post(sheet(1, 'confirm'), '?columns=order_id:0,action:2')
  expect(right.data.id).not.toBe(wrong.data.id)
  expect((await post(sheet(1, 'confirm'))).data.id).toBe(right.data.id)
  await post(sheet(2, 'confirm'))
  await files.work()
  expect(await statuses(orders)).toEqual(['CONFIRMED 100', 'CONFIRMED 100'])
})

test('an amount with a decimal comma is read, and one that can be two is asked about', async () => {
  const orders = await record(3)
  const lines = ['HUNT-2,amend,RETURNED,"80,00"', 'HUNT-3,amend,RETURNED,"1.080"', 'HUNT-1,amend,RETURNED,"8.000"']
  const { id } = await files.send('valid', write(['order_id,action,reason,amount', ...lines], orders))
  expect(await statuses(orders)).toEqual(['PENDING 100', 'PENDING 80', 'PENDING 100'])
  expect((await files.listLines(id, 'refused')).map(({ column, message }) => [column, message])).toEqual([
    ['amount', '1.080 can be 1080.00 or 1.08. Write the one that is meant.'],
    ['amount', '8.000 can be 8000.00 or 8.00. Write the one that is meant.'],
  ])
})

test('an amount with more decimals than the currency of its order is refused, also that of an item', async () => {
  await recordRate(database.db, { currency: 'JPY', rate: '0.0067' })
  await recordRate(database.db, { currency: 'KWD', rate: '3.25' })
  const currencies = ['JPY', 'KWD', 'KWD', 'JPY', 'USD']
  const orders: string[] = []
  for (const currency of currencies) {
    const { transactionId } = await recordPending(ctx, fixtures, { currency, amount: 20_000_000n })
    orders.push(transactionId)
  }
  const rows = ['1234.5,,', '1.2345,,', '1.234,,', '1234,A,1234.50', '83.333,,']
  const lines = rows.map((row, index) => `${orders[index]},amend,RETURNED,${row}`)
  const file = ['transaction_id,action,reason,amount,sku,item_amount', ...lines].join('\n')
  const { id } = await files.send('valid', file)
  expect((await files.listLines(id)).map(({ result, message }) => [result, message])).toEqual([
    ['refused', '1234.5 has more decimals than JPY has: none.'],
    ['refused', '1.2345 has more decimals than KWD has: 3.'],
    ['decided', ''],
    ['refused', '1234.50 has more decimals than JPY has: none.'],
    ['refused', expect.stringContaining('83.333 can be')],
  ])
})

test.each([
  ['order_id|action\nHUNT-1|confirm\n', 'semicolon'],
  [Buffer.from('order_id;action;note\nHUNT-1;confirm;zur\xfcck\n', 'latin1'), 'CSV UTF-8'],
])('a file whose separator or encoding is not read says so: %#', async (file, word) => {
  const reply = await files.post('check', file)
  expect(reply).toMatchObject({ success: false, error: { column: '', message: expect.stringContaining(word) } })
})
