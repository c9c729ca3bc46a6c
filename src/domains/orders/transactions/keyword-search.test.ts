import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testContext } from '#test/support/context.ts'
import { copyRow } from '#test/support/copy-row.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createOrderFixtures, insertPublisher, recordPending } from '#test/support/order-fixtures.ts'
import { writeTexts } from './commands/write-texts.ts'
import { prepareSearch } from './queries/keyword-search.ts'
import { readPublisherPage } from './queries/publisher-page.ts'
import { summariseTransactions } from './queries/summarise-transactions.ts'
import type { TransactionFilter } from './queries/transaction-filter.ts'
import {
  listKeysetPage,
  listNumberedPage,
  listTransactionRows,
  selectMatching,
  selectPart,
} from './queries/transaction-rows.ts'
import { listWords } from './rules/search-text.ts'

const database = await openTestDatabase()
let owners: Pick<TransactionFilter, 'publisherId' | 'advertiserId'>[]
let firstId: string

const LONG = `https://long.example/${'a%20b/'.repeat(120)}END`

const TEXTS: { order_ref: string; source_page?: string; sub1?: string; sub5?: string }[] = [
  { order_ref: 'A-1001', source_page: 'https://notes.example/shoes?id=7' },
  { order_ref: 'a-1001-b', sub1: '100%_off' },
  { order_ref: 'B\\2', sub1: 'Ünter', sub5: 'field' },
  { order_ref: '订单-77', source_page: 'https://notes.example/鞋子' },
  { order_ref: 'Z', source_page: LONG, sub1: 'tail' },
  { order_ref: '100', sub5: '_' },
  { order_ref: 'E-5', sub1: '🎁77🎁 deal' },
]

/** How many rows their texts and that of the first order take: the long one is stored in two pieces. */
const ALL = 1 + 2 * (TEXTS.length + 1)

beforeAll(async () => {
  const fixtures = await createOrderFixtures(database.db)
  const first = await recordPending(testContext(database.db), fixtures)
  firstId = first.transactionId
  const other = await insertPublisher(database.db, 'Stranger 100')
  owners = [
    { publisherId: fixtures.publisherId },
    { publisherId: other },
    { advertiserId: fixtures.advertiserId },
    { advertiserId: fixtures.otherAdvertiser.advertiserId },
    {},
  ]
  const advertiserIds = [fixtures.advertiserId, fixtures.otherAdvertiser.advertiserId]
  for (const [index, text] of TEXTS.entries()) {
    for (const publisherId of [fixtures.publisherId, other]) {
      await copyOrder({ publisher_id: publisherId, advertiser_id: advertiserIds[index % 2] ?? 0n, ...text }, index)
    }
  }
})

/** Copies the first order with other texts. The first ones are recorded an hour ago, the last ones in an hour. */
async function copyOrder(values: Record<string, string | bigint>, index: number): Promise<void> {
  const id = crypto.randomUUID()
  const at = new Date(Date.now() + (index < 3 ? -3_600_000 : 3_600_000) + index)
  const isFirst = sql`id = ${firstId}`
  // Those of both publishers have the same time.
  const transactionAt = new Date(Date.now() - index * 86_400_000)
  const ofOrder = { ...values, id, transaction_at: transactionAt }
  await copyRow(database.ownerDb, { table: 'transaction', isFirst, changes: ofOrder })
  const changes = {
    transaction_at: transactionAt,
    publisher_id: values['publisher_id'],
    advertiser_id: values['advertiser_id'],
    transaction_id: id,
    changed_at: at,
  }
  const ofFirst = sql`transaction_id = ${firstId}`
  await copyRow(database.ownerDb, { table: 'transaction_state', isFirst: ofFirst, changes })
}

/** Any part of a text in any case, and what no text has. */
const keywords = fc.oneof(
  fc.constantFrom(
    '%',
    '_',
    '\\',
    '%_',
    '77',
    '-77',
    '🎁77🎁 de',
    '单',
    '订单',
    'ü',
    'Ünt',
    'brook',
    'STRANGER',
    'field',
    '100',
    'END',
  ),
  fc.constantFrom('example/s', 'b/a%20', 'b/END', 'nothing at all', LONG.slice(300, 500), LONG.slice(-200), '7\nhttps'),
  fc
    .tuple(fc.constantFrom(...TEXTS.flatMap((text) => Object.values(text))), fc.nat(30), fc.integer({ min: 1, max: 9 }))
    .map(([text, from, length]) => text.slice(from, from + length).trim())
    .filter((text) => text !== ''),
  fc.constant('uuid'),
)

const ids = (rows: readonly { transactionId: string }[]) => rows.map((row) => row.transactionId).toSorted()

async function compare(filter: TransactionFilter & { keyword: string }): Promise<void> {
  const { db } = database
  const plain = ids(await selectMatching(db, filter).execute())
  const prepared = await prepareSearch(db, filter)
  expect(ids(await selectMatching(db, prepared).execute())).toEqual(plain)
  const { search } = prepared
  const way = { indexed: listWords(search?.lowered ?? ''), isOwnIndexed: filter.publisherId !== undefined }
  const divided = { ...prepared, ...(search && { search: { ...search, ...way } }) }
  expect(ids(await selectMatching(db, divided).execute())).toEqual(plain)
  const page = { ...prepared, ...(search && { search: { ...search, isRare: false } }) }
  expect(ids(await selectMatching(db, page, {}).execute())).toEqual(plain)
  const rare = { ...prepared, ...(search && { search: { ...search, isRare: true } }) }
  const newest = await selectPart(db, rare, {}).select(['s.transactionId']).execute()
  expect(newest.map((row) => row.transactionId)).toEqual((await selectNewest(filter)).map((row) => row.transactionId))
}

/** Selects the states of a filter in the order of the list, by comparing each order. */
function selectNewest(filter: TransactionFilter) {
  const states = selectMatching(database.db, filter).orderBy('s.transactionAt', 'desc')
  return states.orderBy('s.transactionId', 'desc').execute()
}

const countTexts = async () => (await database.db.selectFrom('transactionText').selectAll().execute()).length

test.each([
  ['no stored texts', 0],
  ['the texts of some orders', 6],
  ['the texts of all', ALL],
])('with %s a keyword finds what a comparison of each order finds', async (stored, count) => {
  const writtenUntil = new Date(Date.now() - 600_000)
  if (stored !== 'no stored texts') await writeTexts({ db: database.db, now: new Date() })
  if (stored === 'the texts of some orders') {
    await sql`DELETE FROM transaction_text WHERE (publisher_id, transaction_id) IN (
        SELECT publisher_id, transaction_id FROM transaction_state WHERE changed_at > ${writtenUntil})`.execute(
      database.ownerDb,
    )
    await database.db.updateTable('transactionTextProgress').set({ writtenUntil }).execute()
  }
  expect(await countTexts()).toBe(count)
  await fc.assert(
    fc.asyncProperty(keywords, fc.nat(4), async (keyword, owner) => {
      await compare({ ...owners[owner], keyword: keyword === 'uuid' ? firstId : keyword })
    }),
    { numRuns: stored === 'no stored texts' ? 3 : 25 },
  )
})

test.each(['A-1001', 'field', 'nothing at all'])(
  'pages, counts and sums have the same orders of %s',
  async (keyword) => {
    const { db } = database
    const [{ publisherId = 0n } = {}] = owners
    const rows = await listTransactionRows(db, { publisherId, keyword }, { limit: 100 })
    const summaries = await summariseTransactions(db, { publisherId, keyword })
    expect(summaries.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length)
    const keyset = await listKeysetPage(db, { publisherId, keyword }, { page: { number: 1, size: 2 } })
    expect(keyset.rows).toEqual(rows.slice(0, 2))
    const numbered = await readPublisherPage(db, { publisherId, keyword }, { number: 1, size: 2 })
    expect(numbered.rows).toEqual(rows.slice(0, 2))
  },
)

test.each([0, 2])('the pages of a keyword follow each other in both directions, for owner %i', async (owner) => {
  const { db } = database
  const filter = { ...owners[owner], keyword: 'o' }
  const all = (await selectNewest(filter)).map((row) => row.transactionId)
  expect(all.length).toBeGreaterThan(3)
  const page = { number: 1, size: 2 }
  const [first, second] = [all.slice(0, 2), all.slice(2, 4)]
  const one = await listKeysetPage(db, filter, { page })
  const two = await listKeysetPage(db, filter, { page, after: one.next ?? undefined })
  const back = await listKeysetPage(db, filter, { page, before: two.previous ?? undefined })
  expect([one, two, back].map(({ rows }) => rows.map(({ id }) => id))).toEqual([first, second, first])
  const prepared = await prepareSearch(db, filter)
  const last = { number: all.length, size: 1 }
  const numbered = await listNumberedPage(db, prepared, { page: last, count: all.length })
  expect(numbered.map(({ id }) => id)).toEqual(all.slice(-1))
})

test('the job writes each order once, a long text in pieces, and continues where it stopped', async () => {
  const { db } = database
  expect(await countTexts()).toBe(ALL)
  await sql`DELETE FROM transaction_text`.execute(database.ownerDb)
  await sql`DELETE FROM transaction_text_progress`.execute(database.ownerDb)
  const now = new Date(Date.now() + 7_200_000)
  await writeTexts({ db, now }, 0)
  expect(await countTexts()).toBe(ALL)
  const filter = { ...owners[0], keyword: 'field' }
  expect(await prepareSearch(db, filter)).toEqual(filter)
  await writeTexts({ db, now })
  await writeTexts({ db, now })
  expect(await countTexts()).toBe(ALL)
  expect(await prepareSearch(db, filter)).toHaveProperty('search')
  await sql`DELETE FROM transaction_text`.execute(database.ownerDb)
  const writtenUntil = new Date(now.getTime() - 5 * 3_600_000)
  await db.updateTable('transactionTextProgress').set({ writtenUntil }).execute()
  await writeTexts({ db, now })
  expect(await countTexts()).toBe(ALL)
  const { writtenUntil: mark } = await db
    .selectFrom('transactionTextProgress')
    .select('writtenUntil')
    .executeTakeFirstOrThrow()
  expect(mark).toEqual(now)
})
