import { beforeAll, expect, test } from 'vitest'
import { decideMembership } from '#domains/programmes/programs/commands/decide-membership.ts'
import { leaveProgram } from '#domains/programmes/programs/commands/leave-program.ts'
import { getPublisher } from '#domains/people/publishers/queries.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createRatedAdvertiser, percent, saleRate } from '#test/support/rated-advertiser.ts'
import { publishDraft } from './commands/publish-draft.ts'
import { mailVersions } from './commands/mail-versions.ts'
import { listOwnNotices } from './queries/notices.ts'
import { findKnownVersion } from './rules/notice.ts'

const DAY_MS = 86_400_000

const database = await openTestDatabase()
let ctx: Ctx

beforeAll(async () => {
  ctx = testContext(database.db)
})

const on = (day: number): Ctx => ({ ...ctx, now: new Date(ctx.now.getTime() + day * DAY_MS) })

/** A brand with one publisher: what both do on a day, counted from now. */
async function makeAdvertiser() {
  const advertiser = await createRatedAdvertiser(ctx)
  const { advertiserId, programId, publisherId, save } = advertiser
  const { email } = await getPublisher(database.db, { publisherId })
  const decide = (decision: 'suspend' | 'approve', day: number) =>
    decideMembership(on(day), { programId, publisherId, decision, reason: 'Brand bidding' })
  return {
    ...advertiser,
    suspend: (day: number) => decide('suspend', day),
    back: (day: number) => decide('approve', day),
    publish: async (value: number, day: number) => {
      await save(0, { rate: percent(value) }, saleRate)
      return publishDraft(on(day), { advertiserId, revision: 1 })
    },
    tell: (day: number) => mailVersions(on(day)),
    /** The mails about terms; each decision on the membership has a mail of its own. */
    readMails: () =>
      database.db
        .selectFrom('mail')
        .select('subject')
        .where('toAddress', '=', email)
        .where('subject', 'like', '%your terms %')
        .execute(),
    notices: () => listOwnNotices(database.db, { publisherId, programId }),
  }
}

test('tells a publisher that is back after a version began, once, what it knew and what holds', async () => {
  const { suspend, back, publish, tell, readMails, notices } = await makeAdvertiser()
  await suspend(1)
  const { effectiveFrom } = await publish(8, 2)
  await tell(2)
  await tell(20)
  const { version } = await publish(9, 21)
  await tell(21)
  expect(await notices()).toEqual([])
  await back(25)
  await Promise.all([tell(25), tell(25)])
  await tell(26)
  expect(await notices()).toMatchObject([
    { version, isCut: true, changes: [{ event: 'sale', before: '10%', after: '9%' }], acknowledgedAt: null },
  ])
  expect(await readMails()).toMatchObject([{ subject: expect.stringContaining('while you were suspended') }])
  expect(effectiveFrom < on(21).now).toBe(true)
})

test('tells a publisher nothing that was told before, whose rate stays, or that leaves', async () => {
  const told = await makeAdvertiser()
  await told.publish(8, 0)
  await told.tell(0)
  await told.suspend(1)
  await told.back(20)
  await told.tell(20)
  expect(await told.readMails()).toHaveLength(1)
  const same = await makeAdvertiser()
  await same.suspend(1)
  await same.publish(12, 2)
  await same.publish(10, 3)
  await same.back(30)
  await same.tell(30)
  expect(await same.readMails()).toHaveLength(0)
  const gone = await makeAdvertiser()
  await gone.suspend(1)
  await gone.publish(12, 2)
  await gone.back(3)
  await leaveProgram(on(3), gone)
  await gone.tell(3)
  expect(await gone.readMails()).toHaveLength(0)
})

test('a publisher that is suspended again before the job tells it knows what it knew at first', async () => {
  const { suspend, back, publish, tell, notices } = await makeAdvertiser()
  await suspend(1)
  await publish(12, 2)
  await back(3)
  await suspend(3)
  await tell(3)
  expect(await notices()).toEqual([])
  await back(5)
  await tell(5)
  expect(await notices()).toMatchObject([{ changes: [{ before: '10%', after: '12%' }] }])
})

test('what a publisher knows is the version before its suspension, or a later one of which it was told', () => {
  const at = (version: number, day: number) => {
    return { id: BigInt(version), version, effectiveFrom: new Date(Date.UTC(2026, 4, day)) }
  }
  const [one, two, three] = [at(1, 1), at(2, 20), at(3, 25)]
  const all = [one, two, three]
  const since = (day: number, noticed: bigint[] = []) => ({
    suspendedSince: new Date(Date.UTC(2026, 4, day)),
    noticedIds: new Set(noticed),
    now: new Date(Date.UTC(2026, 4, 26)),
  })
  expect(findKnownVersion(all, since(10))).toBe(one)
  expect(findKnownVersion(all, since(10, [2n]))).toBe(two)
  // The job may not have told it of a version that began just before.
  expect(findKnownVersion(all, since(20))).toBe(one)
  expect(findKnownVersion(all, since(20, [2n]))).toBe(two)
  expect(findKnownVersion([...all, at(4, 19)], since(10, [2n]))).toBe(one)
  expect(findKnownVersion([two], since(20))).toBe(two)
})
