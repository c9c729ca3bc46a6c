import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountActor } from '#kernel/actor.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { announceChange, mailChanges, objectToChange } from './commands.ts'
import type { AnnouncedChange, OwnChange } from './contract.ts'
import { legalRoutes } from './routes.ts'
import { getObjectionEnd } from './rules.ts'

const own = '/account/api/terms'
const path = '/api/v1/operator/terms'
const change = {
  document: 'conditions',
  summary_en: 'Payouts weekly.',
  summary_zh: '每周付款。',
  text_en: '# New Conditions\n\nOf {brand}.\n\n## 1. Payouts\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1))',
  text_zh: '# 新条件\n\n{brand}的条件。',
}

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let operator: AccountActor & { passwordVerifiedAt: Date }
let publisher: AccountActor
let advertiser: AccountActor

beforeAll(async () => {
  server = await createTestServer(database.db, legalRoutes(readConfig({})))
  operator = { ...(await makeAccount(at(), 'operator')), passwordVerifiedAt: new Date() }
  publisher = await makeAccount(at(), 'publisher')
  advertiser = await makeAccount(at(), 'advertiser')
})
afterAll(() => server.close())

const at = (now = new Date()): Ctx => testContext(database.db, 'test', now)
const announce = (json: object) => server.post(path, { as: operator, json: { ...change, ...json } })
const listOwn = async (as: AccountActor) => (await server.get(own, { as })).json<{ data: { changes: OwnChange[] } }>()
const readPublic = async (locale: string) =>
  (await server.get(`/api/v1/legal/conditions?hl=${locale}`)).json<{ data: { title: string; sections: object[] } }>()
    .data
const listMails = (to: AccountActor) =>
  database.db.selectFrom('mail').select(['subject', 'textBody']).where('toAddress', '=', to.email).execute()
const readCode = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Error) => error.message,
  )

test.each([
  ['2026-11-23T10:00:00Z', '2026-12-24T00:00:00.000Z'],
  ['2026-01-31T23:59:59Z', '2026-03-01T00:00:00.000Z'],
  ['2028-01-31T00:00:00Z', '2028-03-01T00:00:00.000Z'],
  ['2026-12-31T00:00:00Z', '2027-02-01T00:00:00.000Z'],
])('what is announced at %s can be objected to until %s', (announcedAt, end) => {
  expect(getObjectionEnd(new Date(announcedAt)).toISOString()).toBe(end)
})

test('a change is refused without its title, before the month is over, and a second time for one day', async () => {
  const { earliest_day: day } = (await server.get(path, { as: operator })).json().data
  const early = new Date(new Date(day).getTime() - 86_400_000).toISOString().slice(0, 10)
  expect((await announce({ holds_from: early })).json()).toMatchObject({ field: 'holds_from' })
  expect((await announce({ holds_from: day, text_zh: 'No title' })).json()).toMatchObject({ field: 'text_zh' })
  const unverified = { ...operator, passwordVerifiedAt: new Date(0) }
  const refused = await server.post(path, { as: unverified, json: { ...change, holds_from: day } })
  expect(refused.json()).toMatchObject({ code: 'password_required' })
  expect((await announce({ holds_from: day })).statusCode).toBe(200)
  expect((await announce({ holds_from: day })).json()).toMatchObject({ status: 409, field: 'holds_from' })
  expect(await readPublic('en')).toMatchObject({ title: 'Terms and Conditions for Publishers' })
})

test('it is mailed once to those whom it binds, with its day and the way to object', async () => {
  await mailChanges(at())
  await mailChanges(at())
  const [mail, ...others] = await listMails(publisher)
  expect(others).toEqual([])
  expect(mail?.subject).toContain('the Terms and Conditions for Publishers change on')
  expect(mail?.textBody).toMatch(/what changes:\nPayouts weekly\.[^]*account[^]*You can object until the end of/)
  expect(await listMails(advertiser)).toEqual([])
})

test('an objection within the month is recorded, and the operators are told', async () => {
  const [listed] = (await listOwn(publisher)).data.changes
  expect(listed).toMatchObject({ summary: 'Payouts weekly.', can_object: true, objected_at: null })
  expect((await listOwn(advertiser)).data.changes).toEqual([])
  const object = (as: AccountActor) => server.post(`${own}/${listed?.id}/object`, { as })
  expect((await object(advertiser)).statusCode).toBe(404)
  expect([(await object(publisher)).statusCode, (await object(publisher)).statusCode]).toEqual([200, 409])
  expect((await listOwn(publisher)).data.changes[0]).toMatchObject({
    can_object: false,
    objected_at: expect.any(String),
  })
  const { changes } = (await server.get(path, { as: operator })).json<{ data: { changes: AnnouncedChange[] } }>().data
  expect(changes[0]).toMatchObject({ is_mailing: false, objections: [{ name: publisher.displayName }] })
  expect((await listMails(operator))[0]?.subject).toContain(`${publisher.displayName} objects`)
  const late = at(new Date(Date.now() + 40 * 86_400_000))
  const account = { ...(await makeAccount(at(), 'publisher')) }
  const objection = { account, changeId: BigInt(listed?.id ?? 0) }
  expect(await readCode(objectToChange(late, objection))).toBe('terms.too_late')
})

test('an account that was made after the announcement has agreed, and cannot object', async () => {
  const [listed] = (await listOwn(publisher)).data.changes
  const later = await makeAccount(at(), 'publisher')
  expect((await listOwn(later)).data.changes[0]).toMatchObject({ can_object: false, is_agreed: true })
  const reply = await server.post(`${own}/${listed?.id}/object`, { as: later })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'terms.agreed'])
})

test('the text is shown from its day on, in both languages and without HTML of its own', async () => {
  const announced = at(new Date('2026-01-01T00:00:00Z'))
  const { summary_en: summaryEn, summary_zh: summaryZh, text_en: textEn, text_zh: textZh } = change
  const texts = { document: 'conditions', summaryEn, summaryZh, textEn, textZh } as const
  await announceChange(announced, { ...texts, holdsFrom: '2026-02-02' })
  expect(await readPublic('en')).toMatchObject({ title: 'New Conditions', updated_on: '2026-02-02' })
  expect(JSON.stringify(await readPublic('en'))).toContain('&lt;script&gt;alert(1)')
  expect(JSON.stringify(await readPublic('en'))).not.toMatch(/<script|javascript/)
  expect(await readPublic('zh')).toMatchObject({ title: '新条件', intro: expect.stringContaining('Tandem的条件') })
  const [, second] = (await listOwn(publisher)).data.changes
  const text = await server.get(`${own}/${second?.id}`, { as: publisher })
  expect(text.json().data).toMatchObject({ title: 'New Conditions', sections: [{ title: '1. Payouts' }] })
  expect(text.json().data.earlier).toMatchObject({
    title: 'Terms and Conditions for Publishers',
    updated_on: '2024-06-19',
  })
  const [latest] = (await listOwn(publisher)).data.changes
  const { earlier } = (await server.get(`${own}/${latest?.id}`, { as: publisher })).json().data
  expect(earlier).toMatchObject({ title: 'New Conditions', updated_on: '2026-02-02' })
})
