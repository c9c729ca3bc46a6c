import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideMembership } from '#domains/programmes/programs/commands/decide-membership.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import { listMethods } from '#domains/programmes/programs/queries/programs.ts'
import type { PromotionMethod } from '#kernel/lists/promotion-methods.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { createRatedAdvertiser, percent, saleRate } from '#test/support/rated-advertiser.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { mailVersions } from './commands/mail-versions.ts'
import { withdrawVersion } from './commands/publish-draft.ts'
import type { RatesView, Restriction } from './contract/advertiser.ts'
import { termsRoutes } from './routes/advertiser-routes.ts'
import { getEarliestStart } from './rules/difference.ts'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  ctx = testContext(database.db)
  server = await createTestServer(database.db, termsRoutes, () => ctx.now)
})
afterAll(() => server.close())

const noCashback: Restriction = { method: 'Cashback', stance: null }
const conditionalEmail: Restriction = { method: 'Email', stance: 'under_condition' }

/** A brand with one publisher that permits Cashback and Email, and prepares its terms by calls. */
async function makeProgramWithMethods() {
  const advertiser = await createRatedAdvertiser(ctx)
  const { advertiserId, programId, publisherId } = advertiser
  const permit = (methods: PromotionMethod[]) =>
    updateProgram(ctx, { programId, methods: methods.map((method) => ({ method, policy: 'allowed' as const })) })
  await permit(['Cashback', 'Email'])
  const as = { ...(await makeAccount(ctx, 'advertiser')), advertiserId, teamRole: 'owner' as const }
  const later = { ...ctx, now: getEarliestStart([{ isCut: true }], { now: ctx.now, noticeDays: 14 }) }
  const { email } = await database.db
    .selectFrom('publisher')
    .innerJoin('account', 'account.id', 'publisher.accountId')
    .select('account.email')
    .where('publisher.id', '=', publisherId)
    .executeTakeFirstOrThrow()
  const restrict = (revision: number, restricts: Restriction[]) =>
    server.post('/api/v1/brand/rates/draft/order-terms', {
      as,
      json: { revision, window_days: 30, validation_days: 30, restricts },
    })
  return {
    ...advertiser,
    permit,
    restrict,
    later,
    read: async () => (await server.get('/api/v1/brand/rates', { as })).json<{ data: RatesView }>().data,
    readMethods: async () => {
      const methods = await listMethods(database.db, programId)
      return methods.map(({ method, policy }) => `${method} ${policy}`).toSorted()
    },
    readMails: async () => {
      const mails = database.db.selectFrom('mail').select('textBody').where('toAddress', '=', email).orderBy('id')
      return (await mails.execute()).map(({ textBody }) => textBody.replaceAll(/\s+/g, ' '))
    },
  }
}

const allowed = ['Cashback allowed', 'Email allowed']
const restricted = ['Email under_condition']

test('a brand restricts methods by its terms: its publishers are told, and it holds once the terms begin', async () => {
  const { restrict, publish, read, later, readMethods, readMails } = await makeProgramWithMethods()
  await restrict(0, [noCashback, conditionalEmail])
  expect((await read()).draft).toMatchObject({
    restricts: [noCashback, conditionalEmail],
    difference: { lowered: 1, earliest: later.now.toISOString() },
  })
  await publish(ctx, 1)
  expect((await read()).scheduled).toMatchObject({ restricts: [noCashback, conditionalEmail], told: 1 })
  const told = expect.stringMatching(/Cashback: not allowed any more.*Email: only under condition/)
  expect(await readMails()).toEqual([told])
  expect(await readMethods()).toEqual(allowed)

  await mailVersions(later)
  expect(await readMethods()).toEqual(restricted)
  expect(await readMails()).toHaveLength(1)
})

test('what is permitted again after a restriction stays so, also when later terms begin', async () => {
  const { restrict, publish, save, permit, later, readMethods, readMails } = await makeProgramWithMethods()
  await restrict(0, [noCashback])
  await publish(ctx, 1)
  await mailVersions(later)
  await permit(['Cashback', 'Email'])
  await save(0, { rate: percent(12) }, saleRate)
  await publish({ ...later, now: new Date(later.now.getTime() + 1000) }, 1)
  await mailVersions({ ...later, now: new Date(later.now.getTime() + 2000) })
  expect(await readMethods()).toEqual(allowed)
  expect((await readMails()).at(-1)).not.toContain('Cashback')
})

test('a draft of rates keeps the restrictions that are published for later', async () => {
  const { restrict, publish, save, later, readMethods } = await makeProgramWithMethods()
  await restrict(0, [noCashback])
  await publish(ctx, 1)
  await save(0, { rate: percent(12) }, saleRate)
  await publish(ctx, 1)
  expect(await readMethods()).toEqual(allowed)
  await mailVersions(later)
  expect(await readMethods()).toEqual(['Email allowed'])
})

test('a withdrawn version restricts nothing', async () => {
  const { advertiserId, restrict, publish, later, readMethods, readMails } = await makeProgramWithMethods()
  await restrict(0, [noCashback])
  const { version } = await publish(ctx, 1)
  await withdrawVersion(ctx, { advertiserId, version })
  await mailVersions(later)
  expect(await readMethods()).toEqual(allowed)
  expect(await readMails()).toHaveLength(2)
})

test('a publisher who was suspended is told what is restricted since, and not what is permitted again', async () => {
  const { programId, publisherId, restrict, publish, later, readMethods, readMails } = await makeProgramWithMethods()
  const decide = (at: Ctx, decision: 'suspend' | 'approve') =>
    decideMembership(at, { programId, publisherId, decision, reason: 'Brand bidding' })
  await decide(ctx, 'suspend')
  await restrict(0, [noCashback, conditionalEmail])
  const soon = { ...ctx, now: new Date(ctx.now.getTime() + 1000) }
  await publish(soon, 1)
  expect(await readMethods()).toEqual(restricted)
  await updateProgram(soon, { programId, methods: [{ method: 'Email', policy: 'allowed' }] })
  await decide(later, 'approve')
  await mailVersions(later)
  const told = (await readMails()).filter((text) => text.includes('not allowed any more'))
  expect(told).toEqual([expect.stringContaining('Cashback: not allowed any more')])
  expect(told[0]).not.toContain('Email:')
})

test('refuses a restriction that takes nothing away, and a method that is none', async () => {
  const { restrict, read } = await makeProgramWithMethods()
  const idle = await restrict(0, [{ method: 'SEM', stance: null }])
  expect(idle.json()).toMatchObject({ status: 422, field: 'restricts', message: expect.stringContaining('SEM') })
  expect((await restrict(0, [{ method: 'Telepathy' as 'SEM', stance: null }])).statusCode).toBe(422)
  expect((await read()).draft).toBeNull()
})
