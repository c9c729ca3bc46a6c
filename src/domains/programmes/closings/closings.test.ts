import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { composeExport } from '#app/privacy.ts'
import { decideMembership } from '#domains/programmes/programs/commands/decide-membership.ts'
import { setBilling } from '#domains/money/funding/commands/set-billing.ts'
import { issueInvoice } from '#domains/money/invoices/commands/issue-invoices.ts'
import { exportAccount } from '#domains/desk/privacy/commands/export-account.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import { programRoutes } from '#domains/programmes/programs/routes/program-routes.ts'
import { loadCatalog } from '#domains/tracking/tracking/queries/catalog.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { DAY_MS, addDays, startOfDay, toDay } from '#kernel/days.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount, makeMember, makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import { stopAfter } from '#test/support/stopped-run.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { announceClosing, closeDuePrograms, withdrawClosing } from './commands/close-program.ts'
import { mailClosings } from './commands/mail-closings.ts'
import type { getClosingCall } from './contract.ts'
import { findLastDecision } from './queries.ts'
import { closingRoutes } from './routes.ts'
import { getClosingDays, getClosingSteps } from './rules.ts'

const database = await openTestDatabase()

const ctx = (now = new Date()) => testContext(database.db, 'test', now)

/** The first day on which a programme with 14 days of notice can close. */
const FIRST = addDays(toDay(new Date()), 15)

test('the days begin after the notice, also late in a day', () => {
  const now = new Date('2026-03-01T23:59:00Z')
  const { from, until } = getClosingDays({ now, noticeDays: 14 })
  expect([from, until]).toEqual(['2026-03-16', '2027-03-01'])
  expect(startOfDay(from).getTime() - now.getTime()).toBeGreaterThanOrEqual(14 * DAY_MS)
})

test('the steps follow from the longest times of the terms', () => {
  const dates = { requestedAt: new Date('2026-01-01T12:00:00Z'), closesAt: new Date('2026-02-01T00:00:00Z') }
  const terms = [
    { windowDays: 30, validationDays: 30, maxExtensions: 1, extensionDays: 14 },
    { windowDays: 7, validationDays: 60, maxExtensions: 0, extensionDays: 90 },
  ]
  const { last_order: order, last_decision: decision, final_invoice: invoice } = getClosingSteps(dates, terms)
  expect([order, decision, invoice].map(toDay)).toEqual(['2026-03-03', '2026-05-02', '2026-06-01'])
})

test('is told to publishers, can be taken back until its day, and closes the programme then', async () => {
  const { advertiser, advertiserId, programId } = await makeProgram(ctx(), { joinMode: 'auto' })
  const [partner, other] = [await makePublisher(ctx()), await makePublisher(ctx())]
  await requestJoin(ctx(), { programId, publisherId: partner.publisherId })
  const own = { advertiserId }
  for (const day of [addDays(FIRST, -1), addDays(FIRST, 400)]) {
    await expect(announceClosing(ctx(), { ...own, day })).rejects.toMatchObject({ details: { code: 'closing.day' } })
  }
  await announceClosing(ctx(), { ...own, day: FIRST })
  await expect(announceClosing(ctx(), { ...own, day: FIRST })).rejects.toThrow('closing.announced')
  await expect(requestJoin(ctx(), { programId, publisherId: other.publisherId })).rejects.toThrow('program.closing')
  await mailClosings(ctx())
  await mailClosings(ctx())
  expect(await countMails(partner.email)).toBe(1)
  expect(await countMails(advertiser.email)).toBe(1)

  await withdrawClosing(ctx(), own)
  await mailClosings(ctx())
  expect(await countMails(partner.email)).toBe(2)
  await requestJoin(ctx(), { programId, publisherId: other.publisherId })
  await expect(withdrawClosing(ctx(), own)).rejects.toThrow('closing.none')

  await announceClosing(ctx(), { ...own, day: FIRST })
  await closeDuePrograms(ctx(new Date(startOfDay(FIRST).getTime() - 1)))
  expect(await readStatus(programId)).toBe('open')
  const after = ctx(new Date(startOfDay(FIRST).getTime() + 1))
  await expect(withdrawClosing(after, own)).rejects.toThrow('closing.none')
  await closeDuePrograms(after)
  expect(await readStatus(programId)).toBe('closed')
  const { closedAt, closedBy } = await readClose(programId)
  expect([closedAt, closedBy]).toEqual([after.now, null])

  await updateProgram(after, { programId, status: 'open' })
  expect(await readClose(programId)).toEqual({ closedAt: null, closedBy: null })
  await announceClosing(after, { ...own, day: addDays(FIRST, 30) })
})

test('lets nobody in by an old request, and is not taken back after an operator closed the programme', async () => {
  const { advertiserId, programId } = await makeProgram(ctx())
  const [waiting, partner] = [await makePublisher(ctx()), await makePublisher(ctx())]
  for (const { publisherId } of [waiting, partner]) await requestJoin(ctx(), { programId, publisherId })
  const decide = (publisherId: bigint, decision: 'approve' | 'suspend', reason = '') =>
    decideMembership(ctx(), { programId, publisherId, decision, reason })
  await decide(partner.publisherId, 'approve')
  await announceClosing(ctx(), { advertiserId, day: FIRST })
  await expect(decide(waiting.publisherId, 'approve')).rejects.toThrow('program.closing')
  await decide(partner.publisherId, 'suspend', 'Coupons')
  expect(await decide(partner.publisherId, 'approve')).toEqual({ status: 'joined' })
  await updateProgram(ctx(), { programId, status: 'closed' })
  await expect(withdrawClosing(ctx(), { advertiserId })).rejects.toThrow('closing.none')
})

test('mails many publishers once, also after a kill and while the mailing of another programme fails', async () => {
  await mailClosings(ctx())
  const [failing, other] = [
    await makeProgram(ctx(), { joinMode: 'auto' }),
    await makeProgram(ctx(), { joinMode: 'auto' }),
  ]
  const { publisherId, email } = await makePublisher(ctx())
  await requestJoin(ctx(), { programId: failing.programId, publisherId })
  await joinMany(other.programId, 600)
  for (const { advertiserId } of [failing, other]) await announceClosing(ctx(), { advertiserId, day: FIRST })
  const constraint = sql`ALTER TABLE program_closing ADD CONSTRAINT no_end
    CHECK (program_id <> ${sql.lit(failing.programId)} OR progress_publisher_id IS NOT NULL)`
  await constraint.execute(database.ownerDb)
  await expect(mailClosings(stopAfter(ctx(), 2))).rejects.toThrow('Some mailings were not finished.')
  expect(await countMails('many-%')).toBe(500)
  await expect(mailClosings(ctx())).rejects.toThrow('Some mailings were not finished.')
  expect(await countMails('many-%')).toBe(600)
  await sql`ALTER TABLE program_closing DROP CONSTRAINT no_end`.execute(database.ownerDb)
  await Promise.all([mailClosings(ctx()), mailClosings(ctx())])
  expect([await countMails(email), await countMails('many-%')]).toEqual([1, 600])
})

test('an end that nobody was told of is taken back without mails', async () => {
  const { advertiserId, programId } = await makeProgram(ctx(), { joinMode: 'auto' })
  const { publisherId, email } = await makePublisher(ctx())
  await requestJoin(ctx(), { programId, publisherId })
  await announceClosing(ctx(), { advertiserId, day: FIRST })
  await withdrawClosing(ctx(), { advertiserId })
  await mailClosings(ctx())
  expect(await countMails(email)).toBe(0)
})

test('leaves orders and the ledger as they are, and links lead on', async () => {
  const fixtures = await createOrderFixtures(database.db)
  const { advertiserId } = fixtures
  const ids = await recordPending(ctx(), fixtures)
  await announceClosing(ctx(), { advertiserId, day: FIRST })
  const after = ctx(new Date(startOfDay(FIRST).getTime() + DAY_MS))
  await closeDuePrograms(after)
  await decideTransaction(after, { ...ids, action: 'confirm' })
  const { rows } = await sql<{ status: string }>`SELECT status FROM transaction_state
    WHERE transaction_id = ${ids.transactionId}`.execute(database.db)
  expect(rows).toEqual([{ status: 'CONFIRMED' }])
  expect((await loadCatalog(database.db)).advertisers.get(advertiserId)).toBeDefined()
})

test('the last order is decided in time, invoiced by the final invoice, and in the full export', async () => {
  const server = await createTestServer(database.db, closingRoutes)
  const fixtures = await createOrderFixtures(database.db)
  const { advertiserId } = fixtures
  const owner = await makeMember(ctx(), { advertiserId, role: 'owner' })
  await setBilling(ctx(), { advertiserId, mode: 'postpaid', creditLimit: 0n })
  const order = await recordPending(ctx(), fixtures)
  await announceClosing(ctx(), { advertiserId, day: FIRST })
  await closeDuePrograms(ctx(startOfDay(FIRST)))
  const { data } = (await server.get('/api/v1/brand/closing', { as: owner })).json<ReplyOf<typeof getClosingCall>>()
  const at = new Map(data?.closing?.steps.map((step) => [step.step, new Date(step.at).getTime()]))
  const last = ctx(new Date((at.get('last_decision') ?? 0) - 1))
  await decideTransaction(last, { ...order, action: 'confirm' })
  const final = new Date((at.get('final_invoice') ?? 0) + 15 * 60_000)
  expect(await issueInvoice(ctx(final), { advertiserId })).toBeDefined()
  const file = await exportAccount(ctx(final), composeExport(await createTestSealing(database.db)), owner.accountId)
  const parts: string[] = []
  for await (const part of file) parts.push(String(part))
  const exported = JSON.parse(parts.join(''))
  expect(exported).toMatchObject({ closings: [{}], invoices: [{}], transactions: [{ id: order.transactionId }] })
  await server.close()
})

test('a brand sees its days and its steps; a draft cannot be closed', async () => {
  const server = await createTestServer(database.db, closingRoutes)
  const { advertiser: as, programId } = await makeProgram(ctx())
  const read = async () => (await server.get('/api/v1/brand/closing', { as })).json().data
  expect(await read()).toMatchObject({ earliest: FIRST, closing: null, notice_days: 14 })
  const verified = { ...as, passwordVerifiedAt: new Date() }
  await server.post('/api/v1/brand/closing', { as: verified, json: { day: FIRST } })
  expect((await read()).closing.steps.map(({ is_done: isDone }: { is_done: boolean }) => isDone)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
  await server.post('/api/v1/brand/closing/withdraw', { as })
  expect((await read()).closing).toBeNull()
  await database.db.updateTable('program').set({ status: 'draft' }).where('id', '=', programId).execute()
  const refused = await server.post('/api/v1/brand/closing', { as: verified, json: { day: FIRST } })
  expect(refused.json()).toMatchObject({ code: 'closing.not_open' })
  await server.close()
})

/** Lets many publishers join, whose addresses begin with `many-`. */
async function joinMany(programId: bigint, count: number): Promise<void> {
  await sql`
    WITH person AS (
      INSERT INTO account (email, role, display_name, review_status, created_at)
      SELECT 'many-' || n || '@example.org', 'publisher', 'Publisher ' || n, 'approved', now()
      FROM generate_series(1, ${count}::int) AS n RETURNING id, display_name
    ), business AS (
      INSERT INTO publisher (account_id, name, created_at) SELECT id, display_name, now() FROM person RETURNING id
    )
    INSERT INTO membership (program_id, publisher_id, status, requested_at, decided_at)
    SELECT ${programId}, id, 'joined', now(), now() FROM business`.execute(database.ownerDb)
}

/** Counts the mails to an address, or to all like it. */
async function countMails(to: string): Promise<number> {
  return (await database.db.selectFrom('mail').select('id').where('toAddress', 'like', to).execute()).length
}

test('a programme that an operator closes keeps when and by whom, and its brand sees its steps', async () => {
  const server = await createTestServer(database.db, [...closingRoutes, ...programRoutes])
  const { advertiser: as, advertiserId, programId } = await makeProgram(ctx())
  const operator = await makeAccount(ctx(), 'operator')
  await announceClosing(ctx(), { advertiserId, day: FIRST })
  const read = async () => (await server.get('/api/v1/brand/closing', { as })).json().data.closing
  expect(await read()).toMatchObject({ closes_at: startOfDay(FIRST).toISOString(), is_closed: false })
  const now = new Date()
  await updateProgram({ ...ctx(now), actor: operator }, { programId, status: 'closed' })
  expect(await read()).toMatchObject({ closes_at: now.toISOString(), is_closed: true })
  expect(await findLastDecision(database.db, { advertiserId })).toEqual(
    new Date(now.getTime() + (30 + 30 + 14) * DAY_MS),
  )
  const path = `/api/v1/operator/advertisers/${advertiserId}/program`
  const closed = { at: now.toISOString(), by: 'network' }
  expect((await server.get(path, { as: operator })).json().data.closed).toEqual({
    ...closed,
    name: operator.displayName,
  })
  expect((await server.get('/api/v1/brand', { as })).json().data.program.closed).toEqual({ ...closed, name: null })
  await closeDuePrograms(ctx(startOfDay(FIRST)))
  expect((await readClose(programId)).closedAt).toEqual(now)
  await server.close()
})

function readClose(programId: bigint) {
  const program = database.db.selectFrom('program').select(['closedAt', 'closedBy']).where('id', '=', programId)
  return program.executeTakeFirstOrThrow()
}

async function readStatus(programId: bigint) {
  const { status } = await database.db
    .selectFrom('program')
    .select('status')
    .where('id', '=', programId)
    .executeTakeFirstOrThrow()
  return status
}
