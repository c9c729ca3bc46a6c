import { beforeAll, expect, test } from 'vitest'
import { changeMembers, createGroup } from '#domains/programmes/rates/commands/groups.ts'
import { termsInForce } from '#domains/programmes/programs/rules.ts'
import { getPublisher } from '#domains/people/publishers/queries.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createRatedAdvertiser, percent, saleRate } from '#test/support/rated-advertiser.ts'
import { addOperatorTerms } from './commands/add-operator-terms.ts'
import { publishDraft, withdrawVersion } from './commands/publish-draft.ts'
import { mailVersions } from './commands/mail-versions.ts'
import { findRates } from './queries/rates.ts'
import { readVersions } from './queries/versions.ts'

const DAY_MS = 86_400_000

const database = await openTestDatabase()
let ctx: Ctx

beforeAll(async () => {
  ctx = testContext(database.db)
})

/** A brand with one publisher whose sales earn 10 %, and an operator who adds terms to its programme. */
async function makeAdvertiser() {
  const advertiser = await createRatedAdvertiser(ctx)
  const { advertiserId, programId, publisherId, save } = advertiser
  const { email } = await getPublisher(database.db, { publisherId })
  return {
    ...advertiser,
    add: (value: number, effectiveFrom?: Date, at = ctx) => {
      const lead = { event: 'lead', kind: 'fixed', fixedAmount: 50_000n } as const
      const rates = [lead, { event: 'sale', ...percent(value) }]
      return addOperatorTerms(at, { programId, windowDays: 30, validationDays: 30, rates, effectiveFrom })
    },
    publish: async (value: number) => {
      await save(0, { rate: percent(value) }, saleRate)
      return publishDraft(ctx, { advertiserId, revision: 1 })
    },
    /** Sets a fee for a later day, and nothing else. */
    setFee: (feePpm: number, effectiveFrom: Date) => {
      const fee = { feeBasis: 'commission', feePpm } as const
      const lead = { event: 'lead', kind: 'fixed', fixedAmount: 50_000n } as const
      const rates = [lead, { event: 'sale', ...percent(10) }]
      return addOperatorTerms(ctx, { programId, windowDays: 30, validationDays: 30, rates, effectiveFrom, fee })
    },
    /** What holds at some times: the fee in millionths, and what sales earn. */
    listAt: async (...times: Date[]) => {
      const { all } = await readVersions(database.db, { programId, now: ctx.now })
      return times.map((at) => {
        const inForce = termsInForce(all, at)
        return [inForce?.feePpm, inForce?.rates.find(({ event }) => event === 'sale')]
      })
    },
    tell: (at = ctx) => mailVersions(at),
    find: (now = ctx.now) => findRates(database.db, { advertiserId, now }),
    listSubjects: async () => {
      const mails = database.db.selectFrom('mail').select('subject').where('toAddress', '=', email).orderBy('id')
      return (await mails.execute()).map(({ subject }) => subject.replace(/^.*: /, ''))
    },
  }
}

/** The first midnight after the notice days and an hour. */
const earliest = (now: Date) => new Date(Math.ceil((now.getTime() + 3_600_000 + 14 * DAY_MS) / DAY_MS) * DAY_MS)
const toDay = (instant: Date) => instant.toISOString().slice(0, 10)

test("an operator's cut waits for the notice days, and its publishers are told", async () => {
  const { add, tell, find, listSubjects, advertiserId } = await makeAdvertiser()
  const first = earliest(ctx.now)
  const refused = { details: { code: 'program.terms_notice', params: { count: 1, day: toDay(first) } } }
  await expect(add(8, new Date(first.getTime() - 1))).rejects.toMatchObject(refused)
  expect((await find())?.scheduled).toBeUndefined()
  const { version } = await add(8)
  expect((await find())?.scheduled?.effectiveFrom).toEqual(first)
  expect((await find())?.scheduled).toMatchObject({ version, told: 0, isBeingTold: true })
  await tell()
  expect((await find())?.scheduled).toMatchObject({ version, told: 1, isBeingTold: false })
  expect(await listSubjects()).toEqual([`your terms change on ${toDay(first)}`])
  await withdrawVersion(ctx, { advertiserId, version })
  await tell()
  expect(await listSubjects()).toHaveLength(2)
})

test("an operator's raise holds at once, and publishers are told; other terms concern nobody", async () => {
  const { add, tell, find, listSubjects } = await makeAdvertiser()
  const { version } = await add(12)
  await tell()
  expect((await find())?.inForce.version).toBe(version)
  expect(await listSubjects()).toHaveLength(1)
  await add(12)
  await tell()
  expect(await listSubjects()).toHaveLength(1)
})

test("an operator's terms take the place of an announced version, whose publishers are told", async () => {
  const { add, publish, tell, find, listSubjects } = await makeAdvertiser()
  const { effectiveFrom } = await publish(8)
  await tell()
  const { version } = await add(9, new Date(effectiveFrom.getTime() + DAY_MS))
  await tell()
  expect((await find())?.scheduled).toMatchObject({ version, told: 1 })
  expect((await find(effectiveFrom))?.inForce.lines).toContainEqual(
    expect.objectContaining({ rate: expect.objectContaining(percent(10)) }),
  )
  const raised = await add(11)
  await tell()
  const found = await find()
  expect([found?.inForce.version, found?.scheduled]).toEqual([raised.version, undefined])
  expect(await listSubjects()).toEqual([
    `your terms change on ${toDay(effectiveFrom)}`,
    `your terms change on ${toDay(new Date(effectiveFrom.getTime() + DAY_MS))}`,
    `your terms change on ${toDay(ctx.now)}`,
  ])
  const same = await makeAdvertiser()
  const published = await same.publish(8)
  await same.tell()
  await same.add(10)
  await same.tell()
  expect((await same.listSubjects())[1]).toBe(`your terms do not change on ${toDay(published.effectiveFrom)}`)
})

test('rules of the version that it replaces hold on, with their groups', async () => {
  const { add, programId, publisherId, save, advertiserId, find } = await makeAdvertiser()
  const { groupId } = await createGroup(ctx, { programId, name: 'Gold' })
  await changeMembers(ctx, { programId, groupId, publisherIds: [publisherId], isMember: true })
  await save(0, { groupId, rate: percent(15) })
  await save(1, { rate: percent(9) }, saleRate)
  const { effectiveFrom } = await publishDraft(ctx, {
    advertiserId,
    revision: 2,
    effectiveOn: toDay(new Date(ctx.now.getTime() + 20 * DAY_MS)),
  })
  // The publisher is in the group, so that a lower general rate is no cut of its own.
  const { version } = await add(8, new Date(effectiveFrom.getTime() - DAY_MS))
  const scheduled = (await find())?.scheduled
  expect(scheduled?.version).toBe(version)
  for (const rate of [percent(8), percent(15)]) {
    expect(scheduled?.lines).toContainEqual(expect.objectContaining({ rate: expect.objectContaining(rate) }))
  }
})

test('a fee that is set for a later day begins on it, whatever the brand publishes and withdraws before', async () => {
  const { setFee, publish, save, find, listAt, advertiserId } = await makeAdvertiser()
  const afterDays = (days: number) => new Date(earliest(ctx.now).getTime() + days * DAY_MS)
  const [before, feeDay] = [new Date(ctx.now.getTime() + DAY_MS), afterDays(-3)]
  await setFee(200_000, feeDay)
  const sale = (value: number) => ({ event: 'sale', ...percent(value) })
  const initial = [0, sale(10)]
  expect(await listAt(before, feeDay)).toEqual([initial, [200_000, sale(10)]])

  // A raise holds at once, before the fee.
  await publish(12)
  expect(await listAt(before, feeDay)).toEqual([
    [0, sale(12)],
    [200_000, sale(12)],
  ])
  expect((await find())?.scheduled).toBeUndefined()

  // A cut begins after the fee, and is what the brand sees as its next version.
  await save(0, { rate: percent(9) }, saleRate)
  const { version, effectiveFrom } = await publishDraft(ctx, { advertiserId, revision: 1 })
  expect((await find())?.scheduled).toMatchObject({ version, effectiveFrom: afterDays(0) })
  expect(await listAt(before, feeDay, effectiveFrom)).toEqual([
    [0, sale(12)],
    [200_000, sale(12)],
    [200_000, sale(9)],
  ])

  await withdrawVersion(ctx, { advertiserId, version })
  expect((await find())?.scheduled).toBeUndefined()
  expect(await listAt(before, feeDay, effectiveFrom)).toEqual([
    [0, sale(12)],
    [200_000, sale(12)],
    [200_000, sale(12)],
  ])
})
