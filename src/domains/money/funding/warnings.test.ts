import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DAY_MS, toDay } from '#kernel/days.ts'
import { declareDomain } from '#domains/people/advertisers/commands.ts'
import { decideMembership } from '#domains/programmes/programs/commands/decide-membership.ts'
import { addOwner } from '#domains/people/teams/commands/set-owner.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { getPublisher } from '#domains/people/publishers/queries.ts'
import { createPromotion } from '#domains/tracking/promotions/commands/save-promotion.ts'
import { listOfferedPromotions } from '#domains/tracking/promotions/queries/promotions.ts'
import { loadCatalog } from '#domains/tracking/tracking/queries/catalog.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { createOrderFixtures, insertPublisher, recordPending } from '#test/support/order-fixtures.ts'
import { sayHowToPay } from '#test/support/payment-instructions.ts'
import { recordDeposit } from './commands/move-funds.ts'
import { mailLadder } from './commands/mail-ladder.ts'
import { useFunds } from './commands/use-funds.ts'
import { warnAdvertisers } from './commands/warn-advertiser.ts'
import { readFunding } from './queries/funding.ts'
import { getCoveredDays, getLadderLevel, getUsedPercent, stepLadder } from './rules.ts'

const USD = 10_000n
const NO_WARNINGS = { warnedAt: null, usedUpAt: null, noJoinsFrom: null, closedFrom: null }

describe('the level of funds', () => {
  test.each([
    ['nothing paid, nothing owed', { funds: 0n, creditLimit: 0n, owed: 0n, capacity: 0n }, [0, 'free']],
    ['nothing paid, something owed', { funds: 0n, creditLimit: 0n, owed: 1n, capacity: 0n }, [100, 'used_up']],
    ['more taken back than there was', { funds: -1n, creditLimit: 0n, owed: 0n, capacity: 0n }, [100, 'used_up']],
    ['funds that came back, of no capacity', { funds: 100n, creditLimit: 0n, owed: 1n, capacity: 0n }, [0, 'free']],
    ['just under 80 %', { funds: 201n, creditLimit: 0n, owed: 0n, capacity: 1000n }, [79, 'free']],
    ['80 %', { funds: 200n, creditLimit: 0n, owed: 0n, capacity: 1000n }, [80, 'low']],
    ['just under 100 %', { funds: 1n, creditLimit: 0n, owed: 0n, capacity: 1000n }, [99, 'low']],
    ['all covered and nothing left', { funds: 0n, creditLimit: 0n, owed: 0n, capacity: 1000n }, [100, 'used_up']],
    ['more owed than there is', { funds: 50n, creditLimit: 0n, owed: 70n, capacity: 1000n }, [100, 'used_up']],
    ['90 % of the limit', { funds: -900n, creditLimit: 1000n, owed: 0n, capacity: 300n }, [90, 'low']],
    ['funds that came back', { funds: 1200n, creditLimit: 0n, owed: 0n, capacity: 1000n }, [0, 'free']],
  ] as const)('with %s', (_name, funding, expected) => {
    const level = getLadderLevel({ ...funding, usedUpAt: null }, { smallestMissing: 0n })
    expect([getUsedPercent(funding), level]).toEqual(expected)
  })

  test.each([
    ['all that is owed can be covered', { owed: 300n, days: 14 }, 14],
    ['more is owed than can be covered', { owed: 1001n, days: 14 }, 0],
    ['nothing is left beside what is owed', { owed: 1000n, days: 14 }, 0],
    ['the days are too few', { owed: 300n, days: 6 }, null],
  ] as const)('lasts for so many days while %s', (_name, { owed, days }, expected) => {
    const funding = { funds: 1000n, creditLimit: 0n, owed }
    expect(getCoveredDays({ ...funding, cost: { sum: 700n, days } })).toBe(expected)
  })

  test('keeps its dates while it lasts, in full days, and starts again after a payment', () => {
    const now = new Date('2028-02-26T15:00:00Z')
    const usedUp = stepLadder(NO_WARNINGS, 'used_up', now)
    expect(usedUp).toEqual({
      warnedAt: now,
      usedUpAt: now,
      noJoinsFrom: new Date('2028-03-01T00:00:00Z'),
      closedFrom: new Date('2028-03-12T00:00:00Z'),
    })
    const later = new Date(now.getTime() + 5 * DAY_MS)
    expect(stepLadder(usedUp, 'used_up', later)).toEqual(usedUp)
    expect(stepLadder(usedUp, 'low', later)).toEqual({ ...NO_WARNINGS, warnedAt: now })
    expect(stepLadder(usedUp, 'free', later)).toEqual(NO_WARNINGS)
  })
})

const database = await openTestDatabase()

const ctx = (now = new Date()) => ({ ...testContext(database.db), now })

await sayHowToPay(ctx())

test('tells the advertiser at 80 and 100 %, ends joins and promotions on named days, and takes it back', async () => {
  const { db } = database
  const fixtures = await createOrderFixtures(db)
  const { advertiserId } = fixtures
  const account = await makeAccount(ctx(), 'advertiser')
  await addOwner(ctx(), { advertiserId, accountId: account.accountId })
  const program = await db
    .updateTable('program')
    .set({ joinMode: 'review' })
    .where('advertiserId', '=', advertiserId)
    .returning('id')
    .executeTakeFirstOrThrow()
  const [waiting, late] = [await insertPublisher(db, 'Waiting'), await insertPublisher(db, 'Late')]
  await requestJoin(ctx(), { programId: program.id, publisherId: waiting })
  await declareDomain(ctx(), { advertiserId, host: 'funded.example' })
  const text = { type: 'deal', title: 'Spring', description: '', code: null, category: 'Arts', commission: '' } as const
  const promotion = { ...text, url: 'https://funded.example/', start: null, end: null }
  await createPromotion(ctx(), { advertiserId, promotion })
  const deposit = (amount: bigint, reference: string) =>
    recordDeposit(ctx(), { advertiserId, amount, movedOn: toDay(new Date()), reference })
  const confirm = async () => decideTransaction(ctx(), { ...(await recordPending(ctx(), fixtures)), action: 'confirm' })
  const readMails = async () => {
    const mails = await db
      .selectFrom('mail')
      .select('subject')
      .where('toAddress', '=', account.email)
      .where('subject', 'like', '%funds%')
      .orderBy('id')
      .execute()
    return mails.map(({ subject }) => subject)
  }
  const countShown = async (now: Date) =>
    (
      await listOfferedPromotions(db, {
        publisherId: waiting,
        today: toDay(now),
        advertiserId,
        sort: 'newest',
        page: { number: 1, size: 10 },
      })
    ).count

  await deposit(12n * USD, 'one')
  await warnAdvertisers(ctx())
  expect(await readMails()).toEqual([])
  await confirm()
  await warnAdvertisers(ctx())
  await warnAdvertisers(ctx())
  expect(await readMails()).toEqual(['Brook & Birch: your funds are low'])
  await confirm()
  await useFunds(ctx(), { advertiserId })
  await warnAdvertisers(ctx())
  await warnAdvertisers(ctx())
  expect(await readMails()).toHaveLength(2)
  expect((await readMails())[1]).toBe('Brook & Birch is out of funds')

  const { noJoinsFrom, closedFrom } = await readFunding(db, { advertiserId })
  if (!noJoinsFrom || !closedFrom) throw new Error('The days are not named.')
  const join = (now: Date) => requestJoin(ctx(now), { programId: program.id, publisherId: late })
  await expect(join(noJoinsFrom)).rejects.toMatchObject({ details: { code: 'program.no_joins' } })
  expect(await join(new Date(noJoinsFrom.getTime() - 1))).toEqual({ status: 'pending' })
  const approve = (now: Date) =>
    decideMembership(ctx(now), { programId: program.id, publisherId: waiting, decision: 'approve' })
  await expect(approve(closedFrom)).rejects.toMatchObject({ details: { code: 'program.closed_for_funds' } })
  expect(await countShown(new Date(closedFrom.getTime() - 1))).toBe(1)
  expect(await countShown(closedFrom)).toBe(0)
  // Links lead on: what the redirect reads of the programme is as before.
  expect((await loadCatalog(db)).advertisers.get(advertiserId)?.isOpen).toBe(true)

  await deposit(50n * USD, 'two')
  await warnAdvertisers(ctx())
  expect(await readFunding(db, { advertiserId })).toMatchObject(NO_WARNINGS)
  expect(await approve(closedFrom)).toEqual({ status: 'joined' })
  expect(await countShown(closedFrom)).toBe(1)
  expect(await readMails()).toHaveLength(2)
})

test('tells publishers of the programme and operators once, unless they switched notices off', async () => {
  const { db } = database
  const fixtures = await createOrderFixtures(db)
  const { advertiserId } = fixtures
  const program = await db
    .selectFrom('program')
    .select('id')
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirstOrThrow()
  const readers = await Promise.all(['Joined', 'Silent', 'Asking', 'Stranger'].map((name) => insertPublisher(db, name)))
  const [joined = 0n, silent = 0n, asking = 0n] = readers
  for (const publisherId of [joined, silent]) await requestJoin(ctx(), { programId: program.id, publisherId })
  await db.updateTable('program').set({ joinMode: 'review' }).where('id', '=', program.id).execute()
  await requestJoin(ctx(), { programId: program.id, publisherId: asking })
  const [operator, silentOperator] = [await makeAccount(ctx(), 'operator'), await makeAccount(ctx(), 'operator')]
  const { accountId } = await getPublisher(db, { publisherId: silent })
  const switchedOff = [accountId, silentOperator.accountId]
  await db
    .updateTable('account')
    .set({ mutedNotices: ['funds'] })
    .where('id', 'in', switchedOff)
    .execute()
  const tell = async () => {
    await warnAdvertisers(ctx())
    await mailLadder(ctx())
    await mailLadder(ctx())
  }
  const deposit = (amount: bigint, reference: string) =>
    recordDeposit(ctx(), { advertiserId, amount, movedOn: toDay(new Date()), reference })
  const confirm = async () => decideTransaction(ctx(), { ...(await recordPending(ctx(), fixtures)), action: 'confirm' })
  const readMails = async (address: string) => {
    const mails = db.selectFrom('mail').select(['subject', 'textBody']).where('toAddress', '=', address)
    return mails.where('subject', 'like', '%Brook & Birch%').orderBy('id').execute()
  }
  const emails = await Promise.all(readers.map((publisherId) => getPublisher(db, { publisherId })))
  const countMails = async () => {
    const all = [...emails.map(({ email }) => email), operator.email, silentOperator.email]
    return Promise.all(all.map(async (email) => (await readMails(email)).length))
  }

  const before = await countMails()
  await deposit(12n * USD, 'one')
  await confirm()
  await tell()
  await tell()
  const added = async () => (await countMails()).map((count, index) => count - (before[index] ?? 0))
  expect(await added()).toEqual([1, 0, 0, 0, 1, 0])
  await confirm()
  await tell()
  expect(await added()).toEqual([2, 0, 0, 0, 2, 0])
  const { noJoinsFrom, closedFrom } = await readFunding(db, { advertiserId })
  const last = (await readMails(emails[0]?.email ?? '')).at(-1)
  expect(last?.subject).toBe('Brook & Birch is out of funds')
  for (const day of [noJoinsFrom, closedFrom]) expect(last?.textBody).toContain(toDay(day ?? new Date(0)))

  // Paid before the publishers were mailed: there is nothing left to tell them.
  await deposit(100n * USD, 'two')
  await warnAdvertisers(ctx())
  for (let count = 0; count < 12; count += 1) await confirm()
  await warnAdvertisers(ctx())
  await deposit(500n * USD, 'three')
  await tell()
  expect(await added()).toEqual([2, 0, 0, 0, 3, 0])
})

test('counts funds that came back as part of the whole', async () => {
  const fixtures = await createOrderFixtures(database.db)
  const { advertiserId } = fixtures
  const [first, second] = [await recordPending(ctx(), fixtures), await recordPending(ctx(), fixtures)]
  await decideTransaction(ctx(), { ...first, action: 'confirm' })
  await recordDeposit(ctx(), { advertiserId, amount: 9n * USD, movedOn: toDay(new Date()), reference: 'less' })
  const funding = () => readFunding(database.db, { advertiserId })
  expect(await funding()).toMatchObject({ capacity: 0n })
  await decideTransaction(ctx(), { ...first, action: 'cancel', reasonCode: 'OUT_OF_STOCK' })
  await warnAdvertisers(ctx())
  expect(await funding()).toMatchObject({ capacity: 9n * USD, warnedAt: null })
  await decideTransaction(ctx(), { ...second, action: 'amend', orderValue: 80n * USD })
  await decideTransaction(ctx(), { ...second, action: 'confirm' })
  await warnAdvertisers(ctx())
  expect(await funding()).toMatchObject({ capacity: 9n * USD, warnedAt: expect.any(Date), usedUpAt: null })
})

test('goes on with the other advertisers when the warning of one fails', async () => {
  const [failing, other] = [await createOrderFixtures(database.db), await createOrderFixtures(database.db)]
  for (const each of [failing, other]) {
    await decideTransaction(ctx(), { ...(await recordPending(ctx(), each)), action: 'confirm' })
  }
  const constraint = sql`ALTER TABLE advertiser_billing ADD CONSTRAINT no_warning
    CHECK (advertiser_id <> ${sql.lit(failing.advertiserId)} OR warned_at IS NULL)`
  await constraint.execute(database.ownerDb)
  await expect(warnAdvertisers(ctx())).rejects.toThrow('The warnings of some advertisers were not updated.')
  const { usedUpAt } = await readFunding(database.db, { advertiserId: other.advertiserId })
  expect(usedUpAt).toEqual(expect.any(Date))
  await sql`ALTER TABLE advertiser_billing DROP CONSTRAINT no_warning`.execute(database.ownerDb)
})
