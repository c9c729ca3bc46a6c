import { beforeEach, expect, test } from 'vitest'
import { DAY_MS, startOfDay, toDay } from '#kernel/days.ts'
import { addOwner } from '#domains/people/teams/commands/set-owner.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { createOrderFixtures, insertPublisher, recordPending } from '#test/support/order-fixtures.ts'
import { sayHowToPay } from '#test/support/payment-instructions.ts'
import { recordDeposit } from './commands/move-funds.ts'
import { useFunds } from './commands/use-funds.ts'
import { warnAdvertisers } from './commands/warn-advertiser.ts'
import { readFunding } from './queries/funding.ts'
import { findPaymentInstructions } from './queries/payment-instructions.ts'
import { getLadderLevel } from './rules.ts'

const USD = 10_000n
const NO_WARNINGS = { warnedAt: null, usedUpAt: null, noJoinsFrom: null, closedFrom: null }

const database = await openTestDatabase()
const ctx = (days = 0) => ({ ...testContext(database.db), now: new Date(Date.now() + days * DAY_MS) })

// What an earlier test began needs the instructions, so both are taken back.
beforeEach(async () => {
  await database.ownerDb
    .updateTable('advertiserBilling')
    .set({ ...NO_WARNINGS, missingAtStart: null, smallestAtStart: null })
    .execute()
  await database.ownerDb.deleteFrom('paymentInstruction').execute()
})

/** A brand without funds, each of whose orders costs 10.00. */
async function createAdvertiser() {
  const fixtures = await createOrderFixtures(database.db)
  const { advertiserId } = fixtures
  const { accountId, email } = await makeAccount(ctx(), 'advertiser')
  await addOwner(ctx(), { advertiserId, accountId })
  const program = await database.db
    .selectFrom('program')
    .select('id')
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirstOrThrow()
  return {
    advertiserId,
    confirm: async (orders: number) => {
      for (let order = 0; order < orders; order += 1) {
        await decideTransaction(ctx(), { ...(await recordPending(ctx(), fixtures)), action: 'confirm' })
      }
    },
    pay: async (amount: bigint) => {
      await recordDeposit(ctx(), { advertiserId, amount, movedOn: toDay(new Date()), reference: `paid ${amount}` })
      await useFunds(ctx(), { advertiserId })
    },
    join: async (days: number) =>
      requestJoin(ctx(days), {
        programId: program.id,
        publisherId: await insertPublisher(database.db, `Joins after ${days} days`),
      }),
    warn: async (days = 0) => {
      await warnAdvertisers(ctx(days))
      return readFunding(database.db, { advertiserId })
    },
    level: async () =>
      getLadderLevel(await readFunding(database.db, { advertiserId }), await findPaymentInstructions(database.db)),
    mails: () =>
      database.db
        .selectFrom('mail')
        .select(['subject', 'textBody'])
        .where('toAddress', '=', email)
        .where('subject', 'like', '%funds%')
        .orderBy('id')
        .execute(),
  }
}

/** The first moment of the UTC day after so many full days from the day of `ctx(days)` on. */
const dayAfter = (days: number, full: number) => new Date(startOfDay(toDay(ctx(days + full + 1).now)))

test('warns nobody before brands are told how to pay, and counts full days from then on', async () => {
  const advertiser = await createAdvertiser()
  await advertiser.confirm(6)
  expect(await advertiser.warn()).toMatchObject({ owed: 60n * USD, ...NO_WARNINGS })
  expect(await advertiser.warn(30)).toMatchObject(NO_WARNINGS)
  expect([await advertiser.level(), await advertiser.mails()]).toEqual(['low', []])
  expect(await advertiser.join(30)).toEqual({ status: 'joined' })

  await sayHowToPay(ctx(30), 50n * USD)
  const { now } = ctx(30)
  expect(await advertiser.warn(30)).toMatchObject({
    usedUpAt: expect.any(Date),
    noJoinsFrom: dayAfter(30, 3),
    closedFrom: dayAfter(30, 14),
  })
  expect(toDay((await advertiser.warn(31)).usedUpAt ?? new Date(0))).toBe(toDay(now))
  expect(await advertiser.join(33)).toEqual({ status: 'joined' })
  await expect(advertiser.join(34)).rejects.toMatchObject({ details: { code: 'program.no_joins' } })
})

test('begins the dates when the smallest sum is missing, and keeps them until all is covered', async () => {
  await sayHowToPay(ctx(), 50n * USD)
  const advertiser = await createAdvertiser()
  await advertiser.confirm(4)
  expect(await advertiser.warn()).toMatchObject({ owed: 40n * USD, warnedAt: expect.any(Date), usedUpAt: null })
  expect(await advertiser.warn(30)).toMatchObject({ noJoinsFrom: null, closedFrom: null })
  expect(await advertiser.level()).toBe('low')
  expect(await advertiser.join(30)).toEqual({ status: 'joined' })

  await advertiser.confirm(1)
  const begun = await advertiser.warn(30)
  expect(begun).toMatchObject({
    noJoinsFrom: dayAfter(30, 3),
    missingAtStart: 50n * USD,
    smallestAtStart: 50n * USD,
  })
  expect(await advertiser.level()).toBe('used_up')
  await advertiser.pay(20n * USD)
  await sayHowToPay(ctx(), 70n * USD)
  expect(await advertiser.warn(31)).toMatchObject({ owed: 30n * USD, noJoinsFrom: begun.noJoinsFrom })
  expect(await advertiser.level()).toBe('used_up')
  await advertiser.pay(31n * USD)
  expect(await advertiser.warn(32)).toMatchObject({ ...NO_WARNINGS, missingAtStart: null, smallestAtStart: null })
})

test('says in both mails how to pay', async () => {
  await sayHowToPay(ctx(), 50n * USD)
  const advertiser = await createAdvertiser()
  await advertiser.confirm(1)
  await advertiser.warn()
  await advertiser.confirm(4)
  await advertiser.warn()
  const mails = await advertiser.mails()
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Brook & Birch: your funds are low',
    'Brook & Birch is out of funds',
  ])
  const lines = [
    'How to pay:',
    'Account holder: Tandem Ltd',
    'IBAN or account number: DE89370400440532013000',
    'Bank and BIC: Example Bank',
    `Reference: BRAND-${advertiser.advertiserId}`,
  ]
  for (const { textBody } of mails) expect(textBody).toContain(lines.join('\n'))
})

test('is held by the database, too', async () => {
  const advertiser = await createAdvertiser()
  await advertiser.confirm(1)
  const { advertiserId } = advertiser
  const store = (values: object) =>
    database.ownerDb
      .insertInto('advertiserBilling')
      .values({ advertiserId, ...NO_WARNINGS, ...values })
      .onConflict((conflict) => conflict.column('advertiserId').doUpdateSet(values))
      .execute()
  const at = new Date()
  await expect(store({ warnedAt: at })).rejects.toThrow('is_warned')
  await sayHowToPay(ctx())
  const begun = { warnedAt: at, usedUpAt: at, noJoinsFrom: at, closedFrom: at }
  await expect(store(begun)).rejects.toThrow('start_is_known')
  await expect(store({ ...begun, missingAtStart: 4n, smallestAtStart: 5n })).rejects.toThrow('smallest_is_missing')
  await store({ ...begun, missingAtStart: 5n, smallestAtStart: 5n })
})
