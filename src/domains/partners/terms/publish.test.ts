import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'
import { receivePostback } from '#domains/orders/transactions/commands/receive-postback.ts'
import { createGroup, changeMembers } from '#domains/programmes/rates/commands/groups.ts'
import { declareDomain } from '#domains/people/advertisers/commands.ts'
import { findNewestTerms } from '#domains/programmes/programs/queries/terms.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { createRatedAdvertiser, percent, saleRate } from '#test/support/rated-advertiser.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { insertPublisher } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { removeDraftLine } from './commands/change-draft.ts'
import { withdrawVersion } from './commands/publish-draft.ts'
import { listMembers } from './queries/drafts.ts'
import { findRates } from './queries/rates.ts'
import type { RateLine } from './rules/draft.ts'

const DAY_MS = 86_400_000

const database = await openTestDatabase()
let ctx: Ctx

beforeAll(async () => {
  ctx = testContext(database.db)
})

const makeAdvertiser = () => createRatedAdvertiser(ctx)

let orders = 0

/** Reports an order and answers its commission and its ids. */
async function report(given: OrderFixtures, parameters: Record<string, unknown>, agoMs = 60_000) {
  const click_id = await given.makeClick({ agoMs, termsId: (parameters['termsId'] as bigint) ?? given.termsId })
  const { termsId: _, ...sent } = parameters
  const postback = { token: given.token, click_id, order_id: `priced-${++orders}`, amount: '100.00', ...sent }
  const source = await given.loadSource()
  const outcome = await receivePostback({ ...ctx, now: new Date() }, source, {
    channel: 'json',
    parameters: postback,
    isReadable: true,
  })
  const { transactionId } = outcome as { transactionId: string }
  const { commission, regions } = await database.db
    .selectFrom('transaction')
    .select(['commission', 'regions'])
    .where('id', '=', transactionId)
    .executeTakeFirstOrThrow()
  return { commission, regions, transactionId, publisherId: given.publisherId }
}

const listDifferences = async () => listLines(await verifyLedger(database.db))

describe('a published draft', () => {
  test('that lowers a rate waits for the notice days, and clicks before keep the old rate', async () => {
    const fixtures = await makeAdvertiser()
    const { advertiserId, publisherId, save, publish } = fixtures
    await save(0, { rate: percent(8) }, saleRate)
    const before = ctx.now
    const { version, effectiveFrom, told } = await publish(ctx, 1)
    expect({ version, told }).toEqual({ version: 2, told: 1 })
    expect(effectiveFrom.getTime()).toBe(Math.ceil((before.getTime() + 3_600_000 + 14 * DAY_MS) / DAY_MS) * DAY_MS)
    const { commission } = await report(fixtures, {})
    expect(commission).toBe(100_000n)
    const source = await fixtures.loadSource()
    const rateAt = (at: Date) => source.terms.findTermsAt(advertiserId, at)?.rates.get('sale')
    expect(rateAt(new Date(effectiveFrom.getTime() - 1))).toEqual(percent(10))
    expect(rateAt(effectiveFrom)).toEqual(percent(8))
    const { email } = await database.db
      .selectFrom('publisher')
      .innerJoin('account', 'account.id', 'publisher.accountId')
      .select('account.email')
      .where('publisher.id', '=', publisherId)
      .executeTakeFirstOrThrow()
    const mails = await database.db.selectFrom('mail').select('textBody').where('toAddress', '=', email).execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.textBody).toContain('sale: 10% → 8%')
  })

  test('that raises rates holds at once, and prices orders by items, publishers and customers', async () => {
    const fixtures = await makeAdvertiser()
    const { publisherId, programId, save, publish } = fixtures
    const { groupId } = await createGroup(ctx, { programId, name: 'Gold' })
    await changeMembers(ctx, { programId, groupId, publisherIds: [publisherId], isMember: true })
    await save(0, { productGroup: 'Shoes', rate: percent(20) })
    await save(1, { groupId, rate: percent(12) })
    await save(2, { groupId, customer: 'NEW', rate: percent(15) })
    const past = { ...ctx, now: new Date(Date.now() - 30_000) }
    await publish(past, 3)
    const newest = await findNewestTerms(database.db, { advertiserId: fixtures.advertiserId })
    const under = { termsId: newest?.id }
    const items = [
      { group: 'Shoes', amount: '40.00' },
      { group: 'Hats', amount: '60.00' },
    ]
    const price = async (parameters: object) => (await report(fixtures, { ...under, ...parameters }, 1000)).commission
    expect(await price({})).toBe(120_000n)
    expect(await price({ customer_status: 'NEW' })).toBe(150_000n)
    expect(await price({ items })).toBe(120_000n)
    // Those who leave the group keep its rates until the next version.
    await changeMembers(ctx, { programId, groupId, publisherIds: [publisherId], isMember: false })
    expect(await price({})).toBe(120_000n)
    expect(await listDifferences()).toEqual([])
  })

  test('prices orders by the region of the host to which the click led', async () => {
    const fixtures = await makeAdvertiser()
    const { advertiserId, save, publish } = fixtures
    const declare = (host: string, code: string) =>
      declareDomain(ctx, { advertiserId, host, regions: [{ code, commissionText: '' }] })
    // Clicks of these tests lead to brook.example.
    await declare('brook.example', 'GB')
    await declare('brook.test', 'DE')
    await save(0, { region: 'DE', rate: percent(20) })
    await save(1, { region: 'GB', rate: percent(15) })
    await save(2, { region: 'GB', customer: 'NEW', rate: percent(17) })
    await publish({ ...ctx, now: new Date(Date.now() - 30_000) }, 3)
    const newest = await findNewestTerms(database.db, { advertiserId })
    const known = await report(fixtures, { termsId: newest?.id }, 1000)
    expect(known).toMatchObject({ commission: 150_000n, regions: ['GB'] })
    const fresh = await report(fixtures, { termsId: newest?.id, customer_status: 'NEW' }, 1000)
    expect(fresh.commission).toBe(170_000n)
    expect(await listDifferences()).toEqual([])
  })

  test('prices amendments by its rules, which the check of the ledger knows', async () => {
    const fixtures = await makeAdvertiser()
    const { save, publish } = fixtures
    await save(0, { productGroup: 'Shoes', rate: percent(20) })
    await publish({ ...ctx, now: new Date(Date.now() - 30_000) }, 1)
    const newest = await findNewestTerms(database.db, { advertiserId: fixtures.advertiserId })
    const items = [
      { group: 'Shoes', amount: '40.00' },
      { group: 'Hats', amount: '60.00' },
    ]
    const order = await report(fixtures, { termsId: newest?.id, items }, 1000)
    expect(order.commission).toBe(140_000n)
    const { publisherId, transactionId } = order
    const amend = (orderValue: bigint, left: { group: string; amount: bigint }[]) =>
      decideTransaction(ctx, {
        publisherId,
        transactionId,
        action: 'amend',
        orderValue,
        items: left.map((item) => ({ ...item, sku: null, quantity: null })),
      })
    const readCommission = async () =>
      (
        await database.db
          .selectFrom('transactionState')
          .select('commission')
          .where('transactionId', '=', transactionId)
          .executeTakeFirstOrThrow()
      ).commission
    await amend(500_000n, [])
    expect(await readCommission()).toBe(70_000n)
    await amend(400_000n, [{ group: 'Shoes', amount: 400_000n }])
    expect(await readCommission()).toBe(80_000n)
    expect(await listDifferences()).toEqual([])
    for (const [corrupt, restore, place] of [
      [sql`UPDATE program_rule SET rate_ppm = 190000`, sql`UPDATE program_rule SET rate_ppm = 200000`, 'commission of'],
      [sql`UPDATE program_rule SET customer = 'NEW'`, sql`UPDATE program_rule SET customer = NULL`, 'amounts of'],
      [sql`UPDATE program_terms SET rule_count = 2`, sql`UPDATE program_terms SET rule_count = 1`, 'version 2'],
    ] as const) {
      const own = (statement: typeof corrupt) =>
        sql`${statement} WHERE ${sql.ref(place === 'version 2' ? 'id' : 'terms_id')} = ${newest?.id}`
      await own(corrupt).execute(database.ownerDb)
      expect(await listDifferences()).toContainEqual(expect.stringContaining(place))
      await own(restore).execute(database.ownerDb)
    }
    expect(await listDifferences()).toEqual([])
  })
})

describe('a draft', () => {
  test('that somebody else has changed meanwhile is refused, and nothing changes', async () => {
    const { advertiserId, save, publish } = await makeAdvertiser()
    await save(0, { rate: percent(11) }, saleRate)
    await expect(save(0, { rate: percent(12) }, saleRate)).rejects.toThrow('rates.draft_changed')
    await expect(publish(ctx, 0)).rejects.toThrow('rates.draft_changed')
    const removal = removeDraftLine(ctx, { advertiserId, revision: 2, name: saleRate })
    await expect(removal).rejects.toThrow('rates.draft_changed')
    const found = await findRates(database.db, { advertiserId, now: ctx.now })
    expect(found?.draft?.revision).toBe(1)
    expect(found?.draft?.lines.find(({ event }) => event === 'sale')?.rate).toEqual(percent(11))
  })

  test('names the publishers whose rates change, and its own notice', async () => {
    const { advertiserId, join, save } = await makeAdvertiser()
    const other = await insertPublisher(database.db, 'Second')
    await join(other)
    await save(0, { publisherId: other, rate: percent(9) })
    await save(1, { customer: 'NEW', rate: percent(11) })
    const found = await findRates(database.db, { advertiserId, now: ctx.now })
    const { changed, isCut } = found?.draft?.comparison ?? { changed: [], isCut: false }
    expect(isCut).toBe(true)
    expect(changed.map(({ publisherId, isCut: lowers }) => [publisherId === other, lowers])).toEqual([
      [false, false],
      [true, true],
    ])
  })

  test.each<[string, Partial<RateLine>, string]>([
    ['an unknown publisher', { publisherId: 999_999n }, 'rates.unknown_publisher'],
    ['an unknown group', { groupId: 999_999n }, 'rates.unknown_group'],
    ['an unknown region', { region: 'XX' }, 'advertiser.region'],
    ['an event without a rate', { event: 'trial', customer: 'NEW' }, 'rates.no_event_rate'],
    ['a fixed amount beside product groups', { event: 'lead', productGroup: 'Shoes' }, 'rates.mixed'],
  ])('refuses %s', async (_, line, code) => {
    const { save } = await makeAdvertiser()
    await expect(save(0, line)).rejects.toThrow(code)
  })
})

test('a version that is not in force yet can be withdrawn or replaced', async () => {
  const { advertiserId, save, publish } = await makeAdvertiser()
  await save(0, { rate: percent(8) }, saleRate)
  const { version } = await publish(ctx, 1)
  const withdrawn = await withdrawVersion(ctx, { advertiserId, version })
  expect(withdrawn.version).toBe(version + 1)
  await expect(withdrawVersion(ctx, { advertiserId, version })).rejects.toThrow('rates.not_scheduled')
  await save(0, { rate: percent(7) }, saleRate)
  const second = await publish(ctx, 1)
  await save(0, { rate: percent(9) }, saleRate)
  const third = await publish(ctx, 1)
  expect(third.version).toBe(second.version + 2)
  const found = await findRates(database.db, { advertiserId, now: ctx.now })
  expect(found?.inForce.lines.find(({ event }) => event === 'sale')?.rate).toMatchObject(percent(10))
  expect(found?.scheduled).toMatchObject({ version: third.version })
  expect(found?.scheduled?.lines.find(({ event }) => event === 'sale')?.rate).toMatchObject(percent(9))
})

test('names the publishers of a programme among more than a statement has parameters', async () => {
  const { programId, publisherId } = await makeAdvertiser()
  const others = Array.from({ length: 70_000 }, (_, index) => BigInt(1_000_000 + index))
  const found = await listMembers(database.db, { programId, publisherIds: [...others, publisherId] })
  expect(found.map(({ id }) => id)).toEqual([publisherId])
})
