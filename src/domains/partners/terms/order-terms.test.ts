import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#kernel/endpoint.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { createRatedAdvertiser, percent, saleRate } from '#test/support/rated-advertiser.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { addOperatorTerms } from './commands/add-operator-terms.ts'
import { mailVersions } from './commands/mail-versions.ts'
import type { RatesView, publishDraftCall, saveOrderTermsCall } from './contract/advertiser.ts'
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

type Said = Omit<InputOf<typeof saveOrderTermsCall>['body'], 'revision'>
const present = { window_days: 30, validation_days: 30 } satisfies Said

/** A brand with an open programme and one publisher, which changes its terms by calls. */
async function makeOpenProgram() {
  const advertiser = await createRatedAdvertiser(ctx)
  const { advertiserId, programId, publisherId } = advertiser
  const as = { ...(await makeAccount(ctx, 'advertiser')), advertiserId, teamRole: 'owner' as const }
  const call = (path: string, json: object) => server.post(`/api/v1/brand/rates/${path}`, { as, json })
  const { email } = await database.db
    .selectFrom('publisher')
    .innerJoin('account', 'account.id', 'publisher.accountId')
    .select('account.email')
    .where('publisher.id', '=', publisherId)
    .executeTakeFirstOrThrow()
  return {
    ...advertiser,
    say: (revision: number, said: Partial<Said>) => call('draft/order-terms', { revision, ...present, ...said }),
    ask: (revision: number, input: Omit<InputOf<typeof publishDraftCall>['body'], 'revision'> = {}) =>
      call('draft/publish', { revision, ...input }),
    read: async () => (await server.get('/api/v1/brand/rates', { as })).json<{ data: RatesView }>().data,
    readMails: async () => {
      await mailVersions(ctx)
      const mails = database.db.selectFrom('mail').select('textBody').where('toAddress', '=', email).orderBy('id')
      return (await mails.execute()).map(({ textBody }) => textBody.replaceAll(/\s+/g, ' '))
    },
    findVersion: (version: number) =>
      database.db
        .selectFrom('programTerms')
        .selectAll()
        .where('programId', '=', programId)
        .where('version', '=', version)
        .executeTakeFirstOrThrow(),
  }
}

const worse: [string, Partial<Said>, string][] = [
  ['a shorter window', { window_days: 7 }, 'Window: 30 → 7 days'],
  ['a longer validation', { validation_days: 90 }, 'Validation: 30 → 90 days'],
  ['a hold at its end', { validation_end: 'hold', hold_note: 'Season' }, 'confirmed → held'],
  ['more extensions', { max_extensions: 3 }, 'in all: 14 → 42 days'],
  ['orders for the owners of codes', { coupon_rule: 'code_wins' }, 'clicks only → the owner of the code'],
]

test.each(worse)('a brand that publishes %s gives notice, and each publisher is told', async (_, change, text) => {
  const { say, ask, read, readMails, findVersion } = await makeOpenProgram()
  expect((await say(0, change)).json()).toMatchObject({ revision: 1 })
  const { draft, in_force: inForce } = await read()
  expect(draft).toMatchObject({ order_terms: change, difference: { lowered: 1, raised: 0 } })
  expect(inForce.order_terms).toMatchObject(present)
  const tomorrow = new Date(ctx.now.getTime() + 86_400_000).toISOString().slice(0, 10)
  expect((await ask(1, { effective_on: tomorrow })).json()).toMatchObject({ field: 'effective_on', status: 422 })
  expect((await ask(1)).json()).toMatchObject({ version: 2, told: 1 })
  const first = getEarliestStart([{ isCut: true }], { now: ctx.now, noticeDays: 14 })
  expect((await findVersion(2)).effectiveFrom).toEqual(first)
  expect((await read()).scheduled?.order_terms).toMatchObject(change)
  expect(await readMails()).toEqual([expect.stringContaining(text)])
})

test('what is better for publishers holds at once, with the rates as they were', async () => {
  const { say, ask, read, readMails } = await makeOpenProgram()
  const { lines } = (await read()).in_force
  await say(0, { window_days: 60, validation_days: 14, max_extensions: 0 })
  await ask(1)
  const { in_force: inForce, scheduled, draft } = await read()
  expect(inForce).toMatchObject({ version: 2, lines, order_terms: { window_days: 60, validation_days: 14 } })
  expect([scheduled, draft]).toEqual([null, null])
  expect(await readMails()).toEqual([expect.stringContaining('Window: 30 → 60 days')])
})

test('rates and order terms change in one draft, in either order', async () => {
  const { say, save, ask, read } = await makeOpenProgram()
  await save(0, { rate: percent(12) }, saleRate)
  await say(1, { window_days: 45 })
  await save(2, { rate: percent(13) }, saleRate)
  await ask(3)
  const { in_force: inForce } = await read()
  expect(inForce.lines.find(({ action_type: event }) => event === 'sale')).toMatchObject({ text: '13%' })
  expect(inForce.order_terms).toMatchObject({ window_days: 45 })
})

test('a draft of rates keeps the order terms that are published for later', async () => {
  const { say, save, ask, findVersion } = await makeOpenProgram()
  await say(0, { window_days: 7 })
  await ask(1)
  await save(0, { rate: percent(12) }, saleRate)
  await ask(1)
  const newest = await findVersion(4)
  expect(newest.windowDays).toBe(7)
  expect(newest.effectiveFrom > ctx.now).toBe(true)
})

test('a draft of rates keeps the order terms that an operator sets meanwhile', async () => {
  const { programId, save, ask, read } = await makeOpenProgram()
  await save(0, { rate: percent(12) }, saleRate)
  const rates = [{ event: 'sale', ...percent(10) }]
  await addOperatorTerms(ctx, { programId, windowDays: 50, validationDays: 20, rates })
  await ask(1)
  expect((await read()).in_force.order_terms).toMatchObject({ window_days: 50, validation_days: 20 })
})

test('wrong order terms are refused at their field, and change nothing', async () => {
  const { say, read } = await makeOpenProgram()
  const refused = async (change: object) => (await say(0, change)).json<{ field: string }>().field
  expect(await refused({ validation_end: 'hold' })).toBe('hold_note')
  expect(await refused({ window_days: 1000 })).toBe('window_days')
  expect(await refused({ validation_days: '30 days' })).toBe('validation_days')
  expect(await refused({ coupon_rule: 'first' })).toBe('coupon_rule')
  expect(await refused({ extension_days: 0 })).toBe('extension_days')
  expect((await read()).draft).toBeNull()
  await say(0, {})
  expect((await say(0, { window_days: 7 })).json()).toMatchObject({ code: 'rates.draft_changed', status: 409 })
})
