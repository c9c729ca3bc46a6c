import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { savedLists } from '#app/saved-lists.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { HOUR_MS, addDays, startOfDay, toDay } from '#kernel/days.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { writeAdvertisers } from '#domains/figures/reports/commands/advertiser-statements.ts'
import { changeRole, removeMember } from '#domains/people/teams/commands/change-member.ts'
import { listMembers } from '#domains/people/teams/queries.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { branding, testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAdvertiser, makeMember, makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { createOrderFixtures } from '#test/support/order-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { insertUndecidedOrders } from '#test/support/undecided-orders.ts'
import { mailViews } from './commands/mail-views.ts'
import { viewRoutes } from './routes.ts'
import { getNextMail } from './rules/schedule.ts'

const URL = '/account/api/views'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let owner: AccountActor & { advertiserId: bigint }
const now = new Date()
/** The next mail of each rhythm is due by then. */
const due = getNextMail({ rhythm: 'daily', weekday: null }, now)
const pass = (at: Date, by: EmailBranding = branding) => mailViews({ ...ctx(at), branding: by }, { lists: savedLists })
const ctx = (at = now) => ({ ...testContext(database.db), now: at })

beforeAll(async () => {
  server = await createTestServer(database.db, viewRoutes(savedLists))
})

afterAll(() => server.close())

beforeEach(async () => {
  owner = await makeAdvertiser(ctx())
  await database.ownerDb.deleteFrom('rollupProgress').execute()
  await database.db.insertInto('rollupProgress').values({ name: 'rollups', rebuiltUntil: due }).execute()
})

async function save(as: AccountActor, change: object = {}): Promise<number> {
  const view = { list: 'brand-reports', name: 'Top publishers', query: 'group=publisher', ...change }
  const answer = await server.post(URL, { as, json: view })
  return answer.json().view.id
}

async function schedule(as: AccountActor, viewId: number, body: object = { rhythm: 'daily' }): Promise<number> {
  return (await server.post(`${URL}/${viewId}/schedule`, { as, json: body })).statusCode
}

const listMailed = async (as: AccountActor) => (await server.get(`${URL}/mailed`, { as })).json().data.views

const mails = (to: string) =>
  database.db.selectFrom('mail').selectAll().where('toAddress', '=', to).orderBy('id').execute()

/** Counts clicks and orders of some publishers on the day before the mail. */
async function count(publishers: number): Promise<void> {
  const { advertiserId } = owner
  const day = addDays(toDay(due), -1)
  const money = { orderValue: 200_000n, commission: 20_000n, confirmedOrderValue: 0n, confirmedCommission: 0n, fee: 0n }
  const orders = { transactions: 2n, cancelledTransactions: 0n, confirmedTransactions: 0n, siteId: 1n }
  const rows: { publisherId: bigint; day: string }[] = []
  for (let index = 0; index < publishers; index++) {
    const { publisherId } = await makePublisher(ctx())
    const clicks = BigInt(index + 1)
    const row = { publisherId, advertiserId, day, hits: clicks, clicks, ...orders, ...money }
    await database.db.insertInto('rollupDay').values(row).execute()
    rows.push(row)
  }
  await writeAdvertisers(database.db, rows)
}

test('is mailed once for each period, with its first rows, its totals, a file and the way out', async () => {
  await count(12)
  const viewId = await save(owner)
  expect(await schedule(owner, viewId)).toBe(200)
  await pass(new Date(due.getTime() - 1))
  expect(await mails(owner.email)).toEqual([])
  // Two nodes at once, and a pass after both.
  await Promise.all([pass(due), pass(due)])
  await pass(new Date(due.getTime() + 60_000))
  const [mail, ...others] = await mails(owner.email)
  expect(others).toEqual([])
  expect(mail?.subject).toMatch(/^Top publishers, .+ – advertiser/)
  const day = addDays(toDay(due), -1)
  expect(mail?.textBody).toContain(
    `${branding.publicUrl}/brand/reports?view=${viewId}&group=publisher&begin=${day}&end=${day}`,
  )
  expect(mail?.textBody).toContain('The first 10 of 12 lines')
  expect(mail?.textBody).toMatch(/\nTotal \| 78 \| 24 \| \$240\.00 \| /)
  expect(mail?.attachmentName).toBe('Top-publishers.csv')
  expect(mail?.attachment?.trim().split('\r\n')).toHaveLength(13)
  expect(mail?.htmlBody).toContain('<table')
  const [shown] = await listMailed(owner)
  expect(shown).toMatchObject({ rhythm: 'daily', mailed_at: due.toISOString(), fault: null, end_reason: null })
  expect(new Date(shown.due_at) > due).toBe(true)

  const token = mail?.unsubscribeUrl?.split('/').at(-1) ?? ''
  const use = (act: string) => server.post(`/account/api/mailed-view/${act}`, { json: { token } })
  expect((await use('find')).json().name).toBe('Top publishers')
  expect((await use('end')).statusCode).toBe(200)
  expect((await use('end')).statusCode).toBe(200)
  expect((await use('find')).json().name).toBeNull()
  expect(await listMailed(owner)).toEqual([])
})

test('is mailed after a pass that was cut short, in the language of the reader', async () => {
  await count(1)
  await database.db.updateTable('account').set({ locale: 'zh' }).where('id', '=', owner.accountId).execute()
  await schedule(owner, await save(owner))
  const broken: EmailBranding = {
    ...branding,
    get networkName(): string {
      throw new Error('cut short')
    },
  }
  await expect(pass(due, broken)).rejects.toThrow('Some views were not mailed.')
  expect(await mails(owner.email)).toEqual([])
  await pass(due)
  const [mail] = await mails(owner.email)
  expect(mail?.textBody).toContain('合计 | 1 | 2')
})

test('waits while its days are counted, and then says what is missing', async () => {
  await schedule(owner, await save(owner))
  const rebuiltUntil = new Date(startOfDay(toDay(due)).getTime() - 1)
  await database.db.updateTable('rollupProgress').set({ rebuiltUntil }).execute()
  await pass(due)
  expect(await mails(owner.email)).toEqual([])
  await pass(new Date(due.getTime() + 12 * HOUR_MS))
  const [mail] = await mails(owner.email)
  expect(mail?.textBody).toContain('There is nothing in these days.')
  expect(mail?.attachment).toBeNull()
})

test('says why a view was not mailed, and goes on', async () => {
  const viewId = await save(owner, { query: 'group=publisher&begin=2025-01-01&end=2025-12-31' })
  await schedule(owner, viewId)
  await pass(due)
  const [mail] = await mails(owner.email)
  expect(mail?.subject).toMatch(/^Not mailed: Top publishers/)
  expect(mail?.textBody).toContain('92')
  const [shown] = await listMailed(owner)
  expect(shown).toMatchObject({ mailed_at: null, end_reason: null })
  expect(shown.fault).toContain('92')
  expect(shown.due_at).not.toBeNull()
})

test.each([
  ['of a list that took too long', '57014', 0],
  ['that has failed for long', undefined, 12 * HOUR_MS],
])('says of a view %s that it was not mailed, and goes on', async (_case, code, waitedMs) => {
  await schedule(owner, await save(owner))
  let failures = 1
  const failing: EmailBranding = {
    ...branding,
    get networkName(): string {
      if (failures-- > 0) throw Object.assign(new Error('no rows'), { code })
      return 'Tandem'
    },
  }
  const at = new Date(due.getTime() + waitedMs)
  await database.db.updateTable('rollupProgress').set({ rebuiltUntil: at }).execute()
  await expect(pass(at, failing)).rejects.toThrow('Some views were not mailed.')
  await pass(at)
  const [mail, ...others] = await mails(owner.email)
  expect(mail?.subject).toMatch(/^Not mailed: Top publishers/)
  expect(others).toEqual([])
  const [shown] = await listMailed(owner)
  expect(shown.fault).toContain('could not be read')
  expect(new Date(shown.due_at) > at).toBe(true)
})

test('mails no other rows once the list does not know a filter any more', async () => {
  const viewId = await save(owner)
  await schedule(owner, viewId)
  const set = { query: 'group=publisher&tier=gold' }
  await database.db.updateTable('savedView').set(set).where('id', '=', BigInt(viewId)).execute()
  await pass(due)
  const [mail] = await mails(owner.email)
  expect(mail?.textBody).toContain('no longer has the filter tier=gold')
})

test('mails transactions as well', async () => {
  const viewId = await save(owner, { list: 'brand-transactions', name: 'Undecided', query: 'status=PENDING' })
  expect(await schedule(owner, viewId, { rhythm: 'monthly' })).toBe(200)
  const first = getNextMail({ rhythm: 'monthly', weekday: null }, now)
  await pass(first)
  const [mail] = await mails(owner.email)
  const begin = `${addDays(toDay(first), -1).slice(0, 7)}-01`
  expect(mail?.textBody).toContain(`begin=${begin}`)
})

test('mails transactions since a day up to the day of the mail', async () => {
  const begin = addDays(toDay(due), -3)
  const viewId = await save(owner, { list: 'brand-transactions', name: 'Since', query: `begin=${begin}` })
  await schedule(owner, viewId)
  await pass(due)
  const [mail] = await mails(owner.email)
  expect(mail?.subject).toMatch(/^Since, /)
  expect(mail?.textBody).toContain(`view=${viewId}&begin=${begin}\n`)
})

test('mails orders to decide as they stand, with what happens by itself', async () => {
  const { advertiserId, termsId, siteId, publisherId } = await createOrderFixtures(database.db)
  const shop = await makeMember(ctx(), { advertiserId, role: 'validator' })
  const sold = { count: 3, publisherIds: [publisherId], siteIds: [siteId], advertisers: [{ advertiserId, termsId }] }
  await insertUndecidedOrders(database.ownerDb, { ...sold, from: now })
  const viewId = await save(shop, { list: 'brand-orders', name: 'Next', query: 'keyword=order-' })
  expect(await schedule(shop, viewId)).toBe(200)
  await pass(due)
  const [mail] = await mails(shop.email)
  expect(mail?.textBody).toMatch(/\norder-0 \| .+ \| Confirmed .+ \| \$100\.00 \| \$10\.00\n/)
  expect(mail?.textBody).toMatch(/\nTotal \|  \|  \| \$300\.00 \| \$30\.00\n/)
  expect(mail?.textBody).toContain(`/brand/orders?view=${viewId}&keyword=order-`)
  expect(mail?.attachment?.trim().split('\r\n')).toHaveLength(4)
})

test('mails the publishers of the programme with the figures of the days, and the sums of all', async () => {
  const { programId, advertiser, advertiserId } = await makeProgram(ctx(), { joinMode: 'auto' })
  owner = advertiser
  await count(2)
  const { rows } = await sql<{ publisherId: bigint }>`
    SELECT publisher_id FROM rollup_advertiser WHERE advertiser_id = ${advertiserId}`.execute(database.db)
  for (const { publisherId } of rows) await requestJoin(ctx(), { programId, publisherId, message: '' })
  expect(await schedule(owner, await save(owner, { list: 'brand-publishers', query: 'sort=click_count' }))).toBe(200)
  await pass(due)
  const [mail] = await mails(owner.email)
  expect(mail?.textBody).toMatch(/\nTotal \| 3 \| 4 \| \$40\.00 \| /)
  expect(mail?.attachment?.trim().split('\r\n')).toHaveLength(3)
})

test('ends by itself when the member leaves or the view is not shared any more, and says so', async () => {
  const { advertiserId } = owner
  const role = 'validator'
  const [leaving, staying] = [
    await makeMember(ctx(), { advertiserId, role }),
    await makeMember(ctx(), { advertiserId, role }),
  ]
  const viewId = await save(owner, { scope: 'role', role })
  const own = await save(owner, { name: 'Own' })
  for (const member of [leaving, staying]) expect(await schedule(member, viewId)).toBe(200)
  expect(await schedule(staying, own)).toBe(404)
  const members = await listMembers(database.db, { advertiserId })
  const memberId = (member: AccountActor) => members.find((each) => each.accountId === member.accountId)?.id ?? 0n
  await removeMember(ctx(), { advertiserId, memberId: memberId(leaving) })
  await changeRole(ctx(), { advertiserId, memberId: memberId(staying), role: 'viewer' })
  await pass(due)
  expect([...(await mails(leaving.email)), ...(await mails(staying.email))]).toEqual([])
  const ends = await database.db.selectFrom('viewSchedule').select(['accountId', 'endReason']).execute()
  expect(ends).toContainEqual({ accountId: leaving.accountId, endReason: 'member' })
  expect(ends).toContainEqual({ accountId: staying.accountId, endReason: 'view' })
  expect(await listMailed(staying)).toMatchObject([{ due_at: null, end_reason: 'view', path: null }])
  expect((await server.post(`${URL}/${viewId}/schedule/end`, { as: staying })).statusCode).toBe(200)
})

test('refuses a list whose views are not mailed, a week without its day, and more than fit', async () => {
  const promotions = await save(owner, { list: 'brand-promotions', query: '' })
  expect(await schedule(owner, promotions)).toBe(422)
  const report = await save(owner)
  expect(await schedule(owner, report, { rhythm: 'weekly' })).toBe(422)
  expect(await schedule(owner, report, { rhythm: 'weekly', weekday: 8 })).toBe(422)
  for (let index = 0; index < 20; index++) await schedule(owner, await save(owner, { name: `View ${index}` }))
  expect(await schedule(owner, report)).toBe(409)
  expect(await listMailed(owner)).toHaveLength(20)
})
