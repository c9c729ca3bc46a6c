import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#database'
import { sumDueOrders } from '#domains/orders/transactions/queries/sum-due-orders.ts'
import { viewDueOrders } from '#domains/orders/transactions/views.ts'
import { addTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import type { TeamRole } from '#kernel/actor.ts'
import { DAY_MS } from '#kernel/days.ts'
import { openClaimShop } from '#test/support/claim-shop.ts'
import type { ClaimShop } from '#test/support/claim-shop.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { insertInvoice } from '#test/support/invoices.ts'
import { makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { insertUndecidedOrders } from '#test/support/undecided-orders.ts'
import { listWaiting } from './waiting.ts'

const database = await openTestDatabase()
const now = new Date()
const ctx = testContext(database.db, 'test', now)
const before = (days: number) => new Date(now.getTime() - days * DAY_MS)

type Program = Awaited<ReturnType<typeof makeProgram>>
let shop: ClaimShop
/** The terms of the first brand have one validation period, those of the second two, and the third has no orders. */
let first: Program
let second: Program
let third: Program

beforeAll(async () => {
  shop = await openClaimShop(ctx)
  const earlier = testContext(database.db, 'test', before(60))
  ;[first, second, third] = [await makeProgram(earlier), await makeProgram(earlier), await makeProgram(earlier)]
  const { termsId } = await addTerms(earlier, {
    programId: second.programId,
    windowDays: 30,
    validationDays: 10,
    validationEnd: 'hold',
    holdNote: 'Wait for the shop',
    rates: [{ event: 'sale', kind: 'percent', ratePpm: 50_000 }],
  })
  const advertisers = [first, second, { advertiserId: second.advertiserId, termsId }]
  const sellers = { publisherIds: [shop.publisherId], siteIds: [shop.siteId], advertisers }
  await insertUndecidedOrders(database.ownerDb, { ...sellers, count: 30, from: before(25) })
})

const listFor = (teamRole: TeamRole, ...programs: { advertiserId: bigint }[]) =>
  listWaiting(
    ctx,
    programs.map(({ advertiserId }) => ({ advertiserId, teamRole })),
  )

test('the orders of each brand are those that its own home counts', async () => {
  const until = new Date(now.getTime() + 7 * DAY_MS)
  const expected = []
  for (const { advertiserId } of [first, second]) {
    for (const sums of await sumDueOrders(database.db, { advertiserId, until })) {
      const { end: kind, count, commission: at_risk, first_due_at: ends_at } = viewDueOrders(sums)
      expected.push({ advertiserId, kind, count, at_risk, ends_at })
    }
  }
  expect(await listFor('agency', first, second, third)).toEqual(expected)
  expect(expected).toMatchObject([
    { advertiserId: first.advertiserId, kind: 'confirm', count: 10, at_risk: '100.0000' },
    { advertiserId: second.advertiserId, kind: 'confirm', count: 10 },
    { advertiserId: second.advertiserId, kind: 'hold', count: 10 },
  ])
  expect(expected[0]?.ends_at).toBe(new Date(before(25).getTime() + 30 * DAY_MS).toISOString())
})

test('claims and join requests wait in their brand, and overdue invoices for those who see its money', async () => {
  await shop.file()
  await shop.file()
  const { publisherId } = await makePublisher(ctx)
  const dueAt = new Date(now.getTime() + 2 * DAY_MS)
  const asked = { status: 'pending', requestedAt: now, dueAt } as const
  await database.db
    .insertInto('membership')
    .values({ programId: third.programId, publisherId, ...asked })
    .execute()
  await insertInvoice(ctx, shop.advertiserId)
  const claims = { advertiserId: shop.advertiserId, kind: 'claims', count: 2, at_risk: '20.0000' }
  const joins = { advertiserId: third.advertiserId, kind: 'joins', count: 1, at_risk: null }
  const overdue = { kind: 'overdue', count: 1, at_risk: '10.0000', ends_at: '2026-02-15' }
  const waiting = await listFor('manager', shop, third)
  expect(waiting).toMatchObject([claims, { ...joins, ends_at: dueAt.toISOString() }, overdue])
  expect(await listFor('agency', shop, third)).toEqual(waiting.slice(0, 2))
  expect(await listFor('agency', first)).toHaveLength(1)
})

test('hundreds of brands take as many statements as three', async () => {
  let count = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const { db: plain } = database
  const db = (plain as Db & { withPlugin: (plugin: KyselyPlugin) => Db }).withPlugin(counting)
  const countFor = async (programs: { advertiserId: bigint }[]) => {
    count = 0
    const teams = programs.map(({ advertiserId }) => ({ advertiserId, teamRole: 'owner' as const }))
    await listWaiting({ ...ctx, db }, teams)
    return count
  }
  const many = Array.from({ length: 300 }, (_, index) => ({ advertiserId: BigInt(1_000_000 + index) }))
  const few = await countFor([first, second, third])
  expect(few).toBeGreaterThan(0)
  expect(await countFor([first, second, third, ...many])).toBe(few)
})
