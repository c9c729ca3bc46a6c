import fc from 'fast-check'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#database'
import { sumUses } from '#domains/money/funding/commands/sum-uses.ts'
import { readStoredUses } from '#domains/money/funding/queries/uses.ts'
import { getPaidPart } from '#domains/money/funding/rules.ts'
import type { PaymentPart } from '#domains/money/funding/rules.ts'
import { verifyFunding } from '#domains/money/funding/queries/verify-funding.ts'
import { postEntries } from '#domains/books/ledger/commands.ts'
import type { NewEntry } from '#domains/books/ledger/commands.ts'
import { buildCoverPostings, buildDuesPostings, buildPostings, getFundsAccount } from '#domains/books/ledger/rules.ts'
import { HOUR_MS } from '#kernel/days.ts'
import { inTransaction } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { findMonthUses } from './queries/month-uses.ts'
import { findPaidUses } from './queries/paid-uses.ts'

const database = await openTestDatabase()

/** Uses of funds are posted in the hours around the end of a month, not always in the order of their times. */
const MONTHS = ['2031-03', '2031-04'] as const
const START = Date.parse('2031-03-31T18:00:00Z')
const PAGE_SIZE = 4
const LATER = new Date('2031-05-01T00:00:00Z')
const NO_DUES = { commission: 0n, fee: 0n }

interface Step {
  kind: 'cover' | 'return' | 'refund'
  commission: bigint
  fee: bigint
  hours: number
  /** Whether subtotals are written afterwards. */
  isSummed: boolean
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('cover', 'cover', 'cover', 'return', 'refund'),
    commission: fc.bigInt(0n, 60n),
    fee: fc.bigInt(1n, 20n),
    hours: fc.nat(12),
    isSummed: fc.nat(9).map((number) => number === 0),
  }),
  { minLength: 1, maxLength: 40 },
)

/** Creates an advertiser, the only one whose uses are summed. */
async function createAdvertiser(): Promise<bigint> {
  const { ownerDb } = database
  await sql`DELETE FROM advertiser_billing`.execute(ownerDb)
  const { id: advertiserId } = await ownerDb
    .insertInto('advertiser')
    .values({ name: 'Brand', website: 'https://example.com', createdAt: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`INSERT INTO advertiser_billing (advertiser_id) VALUES (${advertiserId})`.execute(ownerDb)
  return advertiserId
}

function toEntry({ kind, commission, fee }: Step, { advertiserId, index }: { advertiserId: bigint; index: number }) {
  const transactionId = crypto.randomUUID()
  const of = { publisherId: BigInt(1 + (index % 3)), sourceId: transactionId, sequence: 1 }
  const dues = { commission, fee }
  const entries: Record<Step['kind'], NewEntry> = {
    cover: {
      ...of,
      kind: 'cover',
      sourceKind: 'cover',
      postings: buildCoverPostings({ advertiserId, ...dues }),
      line: { transactionId, amount: commission },
    },
    return: {
      ...of,
      kind: 'reversal',
      sourceKind: 'transaction',
      postings: buildDuesPostings({
        advertiserId,
        before: dues,
        after: NO_DUES,
        coveredBefore: dues,
        coveredAfter: NO_DUES,
      }),
      line: { transactionId, amount: -commission },
    },
    refund: {
      ...of,
      publisherId: 0n,
      kind: 'refund',
      sourceKind: 'deposit',
      postings: buildPostings('USD', [[getFundsAccount(advertiserId), 'network_cash', commission + fee]]),
    },
  }
  return entries[kind]
}

/** Posts what the steps say. Subtotals of two or three uses are written between some of them. */
async function postSteps(advertiserId: bigint, all: readonly Step[]): Promise<void> {
  const left = all.map((step, index) => ({ step, entry: toEntry(step, { advertiserId, index }) }))
  while (left.length > 0) {
    const end = left.findIndex(({ step }) => step.isSummed)
    const part = left.splice(0, end < 0 ? left.length : end + 1)
    await inTransaction(testContext(database.db), async (tx) => {
      for (const { step, entry } of part) {
        await postEntries({ ...tx, now: new Date(START + step.hours * HOUR_MS) }, [entry])
      }
    })
    if (end >= 0) await sumUses({ db: database.db, now: LATER }, { size: 2 + (left.length % 2) })
  }
}

interface Use {
  publisherId: bigint
  entryId: string
  moved: bigint
  month: string
  commission: bigint
}

/** Reads all uses from the postings, the oldest first. */
async function readAll(advertiserId: bigint): Promise<Use[]> {
  const account = getFundsAccount(advertiserId)
  const { rows } = await sql<Use>`
    SELECT posting.publisher_id, posting.entry_id,
      CASE from_account WHEN ${account} THEN posting.amount ELSE -posting.amount END AS moved,
      to_char(posted_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, coalesce(line.amount, 0)::bigint AS commission
    FROM posting JOIN entry ON entry.publisher_id = posting.publisher_id AND entry.id = posting.entry_id
    LEFT JOIN statement_line AS line ON line.publisher_id = entry.publisher_id AND line.entry_id = entry.id
    WHERE ${account} IN (from_account, to_account) ORDER BY posting.entry_id`.execute(database.db)
  return rows
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

/** Sums listed uses; a refund has neither commission nor fee. */
function totalsOf(uses: readonly (Use & { part: bigint })[]) {
  const ofOrders = uses.filter(({ publisherId }) => publisherId !== 0n)
  return {
    count: uses.length,
    commission: sum(ofOrders.map(({ commission }) => commission)),
    fee: sum(ofOrders.map(({ moved, commission }) => moved - commission)),
    amount: sum(uses.map(({ part }) => part)),
  }
}

/** Selects what a payment paid, the newest first, as the rule says. */
function selectPaid(uses: readonly Use[], payment: PaymentPart) {
  let before = 0n
  const parts = uses.map((use) => {
    const after = before + use.moved
    const part = getPaidPart({ before, after }, payment)
    before = after
    return { ...use, part }
  })
  return parts.filter(({ part }) => part !== 0n).toReversed()
}

/** The first page, the last and one between. */
const pagesOf = (count: number) => {
  const last = Math.max(1, Math.ceil(count / PAGE_SIZE))
  return new Set([1, Math.ceil(last / 2), last])
}

const onPage = <T>(rows: readonly T[], number: number) => rows.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE)

/** Lists some pages of what a payment paid. */
async function listPaid(advertiserId: bigint, payment: PaymentPart, pages: Iterable<number>) {
  const lists = []
  for (const number of pages) {
    lists.push(await findPaidUses(database.db, { advertiserId, payment, page: { number, size: PAGE_SIZE } }))
  }
  return lists
}

function expectPaid(uses: readonly Use[], payment: PaymentPart) {
  const paid = selectPaid(uses, payment)
  const keys = paid.map(({ publisherId, entryId, part }) => ({ publisherId, entryId, part }))
  const pages = pagesOf(paid.length)
  return { pages, lists: [...pages].map((number) => ({ totals: totalsOf(paid), uses: onPage(keys, number) })) }
}

/** Lists some pages of the uses of a month, from the nearer end and from the end of a subtotal. */
async function listMonth(advertiserId: bigint, month: string | undefined, pages: Iterable<number>) {
  const lists = []
  for (const number of pages) {
    const query = { advertiserId, month, page: { number, size: PAGE_SIZE } }
    for (const maxRead of [0, 1000]) lists.push(await findMonthUses(database.db, query, maxRead))
  }
  return lists
}

function expectMonth(uses: readonly Use[], month: string | undefined) {
  const ofOrders = uses.filter((use) => use.publisherId !== 0n && (month === undefined || use.month === month))
  const all = ofOrders.toReversed().map((use) => ({ ...use, part: use.moved }))
  const keys = all.map(({ publisherId, entryId }) => ({ publisherId, entryId }))
  const pages = pagesOf(all.length)
  const onPages = [...pages].map((number) => ({ totals: totalsOf(all), uses: onPage(keys, number) }))
  return { pages, lists: onPages.flatMap((list) => [list, list]) }
}

test('lists what the postings say, whatever subtotals were written, and when', async () => {
  const payments = fc.array(fc.bigInt(1n, 400n), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(steps, payments, async (all, amounts) => {
      const advertiserId = await createAdvertiser()
      await postSteps(advertiserId, all)
      const uses = await readAll(advertiserId)
      let from = 0n
      for (const amount of amounts) {
        const payment = { from, until: from + amount }
        const { pages, lists } = expectPaid(uses, payment)
        expect(await listPaid(advertiserId, payment, pages)).toEqual(lists)
        from += amount
      }
      for (const month of [undefined, ...MONTHS]) {
        const { pages, lists } = expectMonth(uses, month)
        expect(await listMonth(advertiserId, month, pages)).toEqual(lists)
      }
    }),
    { numRuns: 40, interruptAfterTimeLimit: 20_000 },
  )
})

test('counts again what was committed late, and a check compares subtotals with the ledger', async () => {
  const advertiserId = await createAdvertiser()
  const cover = (hours: number): Step => ({ kind: 'cover', commission: 5n, fee: 1n, hours, isSummed: false })
  const post = (...hours: number[]) => postSteps(advertiserId, hours.map(cover))
  const write = () => sumUses({ db: database.db, now: LATER }, { size: 2 })
  const stored = async () => {
    const { entries, all } = await readStoredUses(database.db, { advertiserId })
    return { entries, all: all.entries }
  }
  const verify = async () => (await verifyFunding(database.db)).filter(({ kind }) => kind === 'subtotal of funds')
  await post(1, 2, 3, 4, 5)
  await write()
  expect(await stored()).toEqual({ entries: 4, all: 5 })
  await post(0, 2)
  expect(await verify()).toEqual([])
  await write()
  expect(await stored()).toEqual({ entries: 6, all: 7 })
  expect(await verify()).toEqual([])
  for (const column of ['entries', 'used', 'commission', 'refund_entries', 'refunds', 'highest']) {
    const change = sql`UPDATE funds_subtotal SET ${sql.id(column)} = ${sql.id(column)} + 1
      WHERE advertiser_id = ${advertiserId}`
    await change.execute(database.ownerDb)
    expect(await verify()).toHaveLength(1)
    await sql`UPDATE funds_subtotal SET ${sql.id(column)} = ${sql.id(column)} - 1
      WHERE advertiser_id = ${advertiserId}`.execute(database.ownerDb)
  }
  expect(await verify()).toEqual([])
})

test('a use that is posted while late ones are looked for is none', async () => {
  const advertiserId = await createAdvertiser()
  const post = (...hours: number[]) =>
    postSteps(
      advertiserId,
      hours.map((each) => ({ kind: 'cover', commission: 5n, fee: 1n, hours: each, isSummed: false })),
    )
  await post(1, 2, 3, 4)
  await sumUses({ db: database.db, now: LATER }, { size: 2 })
  const listVersions = async () => {
    const { rows } = await sql`SELECT last_entry_id, xmin FROM funds_subtotal
      WHERE advertiser_id = ${advertiserId} ORDER BY last_entry_id`.execute(database.ownerDb)
    return rows
  }
  const before = await listVersions()
  let posted = 0
  const busy = (database.db as Kysely<Database>).withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => 'all_entries' in row || 'allEntries' in row)) {
        posted += 1
        await post(12)
      }
      return result
    },
  })
  await sumUses({ db: busy, now: new Date(START) }, { size: 2 })
  expect(posted).toBe(1)
  expect(await listVersions()).toEqual(before)
  expect(before).toHaveLength(2)
})
