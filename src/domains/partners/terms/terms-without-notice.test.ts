import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TermsBody, addTermsCall } from '#domains/programmes/programs/contract/program.ts'
import { getPublisher } from '#domains/people/publishers/queries.ts'
import type { InputOf } from '#kernel/endpoint.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createRatedAdvertiser, percent } from '#test/support/rated-advertiser.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { addOwnRates } from './commands/add-own-rates.ts'
import { mailVersions } from './commands/mail-versions.ts'
import type { OwnRatesView } from './contract/notices.ts'
import { termsRoutes } from './routes/advertiser-routes.ts'
import { getEarliestStart, isCut } from './rules/difference.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(ctx.now.getTime() + days * DAY_MS)
const REASON = 'The shop sells below cost & pays no more.'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>
let operator: Awaited<ReturnType<typeof makeAccount>>

beforeAll(async () => {
  ctx = testContext(database.db)
  server = await createTestServer(database.db, termsRoutes, () => ctx.now)
  operator = await makeAccount(ctx, 'operator')
})
afterAll(() => server.close())

type Change = Partial<InputOf<typeof addTermsCall>['body']>
const present = { window_days: 30, validation_days: 30 } satisfies Partial<TermsBody>

/** A brand with one publisher whose sales earn 10 %, and an operator who changes its terms by a call. */
async function makeProgram() {
  const advertiser = await createRatedAdvertiser(ctx)
  const { advertiserId, programId, publisherId } = advertiser
  const { email, accountId } = await getPublisher(database.db, { publisherId })
  const as = { ...operator, accountId, role: 'publisher', publisherId } as const
  return {
    ...advertiser,
    change: async (change: Change) => {
      const rates = [
        { action_type: 'lead', kind: 'fixed', value: '5.00' },
        { action_type: 'sale', kind: 'percent', value: '10' },
      ]
      const path = `/api/v1/operator/programs/${programId}/terms`
      return server.post(path, { as: operator, json: { ...present, rates, ...change } })
    },
    tell: (at = ctx) => mailVersions(at),
    readPage: async () =>
      (await server.get(`/api/v1/advertiser/${advertiserId}/rates`, { as })).json<{ data: OwnRatesView }>().data,
    readMails: async () => {
      const mails = database.db.selectFrom('mail').selectAll().where('toAddress', '=', email).orderBy('id')
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

const cutRates = [
  { action_type: 'lead', kind: 'fixed', value: '5.00' },
  { action_type: 'sale', kind: 'percent', value: '8' },
] as const

const worse: [string, Change, string][] = [
  ['a shorter window', { window_days: 7 }, 'Window: 30 → 7 days'],
  ['a longer validation', { validation_days: 90 }, 'Validation: 30 → 90 days'],
  ['a hold at its end', { validation_end: 'hold', hold_note: 'Season' }, 'confirmed → held'],
  ['more extensions', { max_extensions: 3 }, 'in all: 14 → 42 days'],
  ['orders for the owners of codes', { coupon_rule: 'code_wins' }, 'clicks only → the owner of the code'],
]

test.each(worse)('%s has its notice, of which each publisher is told', async (_, change, text) => {
  const { change: ask, tell, readMails, readPage, findVersion } = await makeProgram()
  const early = await ask({ ...change, effective_from: inDays(1).toISOString() })
  expect(early.json()).toMatchObject({ field: 'effective_from', status: 422 })
  const first = getEarliestStart([{ isCut: true }], { now: ctx.now, noticeDays: 14 })
  const reply = await ask(change)
  expect(reply.statusCode).toBe(200)
  expect((await findVersion(2)).effectiveFrom).toEqual(first)
  await tell()
  const mails = await readMails()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain(text)
  expect(mails[0]).not.toContain('without the usual notice')
  const { notices } = await readPage()
  expect(notices).toMatchObject([{ version: 2, is_cut: true, no_notice_reason: null, changes: [{}] }])
})

test('what is better for publishers holds at once, and they are told', async () => {
  const { change, tell, readMails, findVersion, readPage } = await makeProgram()
  const better = { window_days: 60, validation_days: 14, max_extensions: 0, coupon_rule: 'code_without_click' } as const
  await change({ ...better, no_notice_reason: REASON })
  const version = await findVersion(2)
  expect(version.effectiveFrom).toEqual(version.createdAt)
  // No notice was left out.
  expect(version.noNoticeReason).toBeNull()
  await tell()
  expect(await readMails()).toHaveLength(1)
  expect((await readPage()).notices[0]).toMatchObject({ is_cut: false, no_notice_reason: null })
  await change(better)
  await tell()
  expect(await readMails()).toHaveLength(1)
})

test('a cut with a reason holds at once, and publishers read the reason', async () => {
  const { change, tell, readMails, findVersion, readPage, programId } = await makeProgram()
  for (const no_notice_reason of ['too short', 'x'.repeat(501)])
    expect((await change({ rates: [...cutRates], no_notice_reason })).statusCode).toBe(422)
  expect((await change({ rates: [...cutRates], no_notice_reason: REASON })).statusCode).toBe(200)
  const version = await findVersion(2)
  expect(version.effectiveFrom).toEqual(version.createdAt)
  expect(version.noNoticeReason).toBe(REASON)
  // Long after, so that a cut with notice would be put off.
  await tell({ ...ctx, now: inDays(1) })
  const mails = await readMails()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('for clicks from now on')
  expect(mails[0]).toContain(`without the usual notice. Its reason: ${REASON}`)
  expect((await readPage()).notices).toMatchObject([{ version: 2, is_cut: true, no_notice_reason: REASON }])
  const line = await database.db
    .selectFrom('auditLine')
    .select('details')
    .where('target', '=', `program:${programId}`)
    .where('action', '=', 'terms.add')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(line.details).toMatchObject({ reason: REASON })
})

test('a reason goes with the version that repeats it for a special rate', async () => {
  const { change, tell, readPage, advertiserId, publisherId } = await makeProgram()
  const effective_from = inDays(2).toISOString()
  await change({ window_days: 7, no_notice_reason: REASON, effective_from })
  const rates = [{ event: 'sale', rate: percent(12) }]
  await addOwnRates(ctx, { advertiserId, publisherId, rates })
  await tell()
  expect((await readPage()).notices).toMatchObject([
    { is_cut: true, no_notice_reason: REASON, changes: [{ term: 'window', before: '30', after: '7' }] },
  ])
})

test('the database keeps a reason of 10 to 500 characters', async () => {
  for (const reason of ['too short', 'x'.repeat(501)]) {
    const update = sql`UPDATE program_terms SET no_notice_reason = ${reason}`.execute(database.ownerDb)
    await expect(update).rejects.toThrow('program_terms_no_notice_reason_check')
  }
})

test.each([
  [{ term: 'coupon_rule', before: 'never', after: 'code_without_click' }, false],
  [{ term: 'coupon_rule', before: 'code_without_click', after: 'never' }, true],
  [{ term: 'coupon_rule', before: 'code_wins', after: 'code_without_click' }, true],
  [{ term: 'validation_end', before: 'hold', after: 'confirm' }, false],
  [{ term: 'window', before: '7', after: '30' }, false],
  [{ term: 'extension', before: '9', after: '10' }, true],
] as const)('whether %o is a cut: %s', (change, expected) => {
  expect(isCut(change)).toBe(expected)
})
