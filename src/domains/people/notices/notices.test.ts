import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#database'
import { changeRole, removeMember } from '#domains/people/teams/commands/change-member.ts'
import { listMembers } from '#domains/people/teams/queries.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { DAY_MS } from '#kernel/days.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { beginWhileLocked } from '#test/support/lock-waits.ts'
import { makeAdvertiser, makeMember } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { eraseNotices } from './privacy.ts'
import { endDigestsByMail } from './commands/end-digests.ts'
import { mailDigests } from './commands/mail-digests.ts'
import { tellTeam } from './commands/tell-team.ts'
import { removeOldNotices } from './jobs.ts'
import { noticeRoutes } from './routes.ts'
import { CHOSEN_KINDS, FIXED_KINDS, MAIL_CHOICES, chooseDelivery, getDigestEnd } from './rules.ts'
import type { TeamNoticeKind } from './rules.ts'

const URL = '/api/v1/brand/notices'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  server = await createTestServer(database.db, noticeRoutes)
})

afterAll(() => server.close())

const ctx = (now = new Date()) => testContext(database.db, 'test', now)

test.each(MAIL_CHOICES)('a choice of %s mails at once, waits for a digest, or does neither', (mail) => {
  const digest = mail === 'daily' || mail === 'weekly' ? mail : null
  const expected = { isMailed: mail === 'now', digest, isListed: false }
  expect(chooseDelivery('claims', { mail, isListed: false })).toEqual(expected)
  expect(chooseDelivery('invoices', { mail, isListed: false })).toMatchObject({ isMailed: true, isListed: true })
})

test.each([
  ['daily', '2026-11-23T05:59:59Z', '2026-11-22T06:00:00Z'],
  ['daily', '2026-11-23T06:00:00Z', '2026-11-23T06:00:00Z'],
  ['weekly', '2026-11-23T05:59:59Z', '2026-11-16T06:00:00Z'],
  ['weekly', '2026-11-29T23:00:00Z', '2026-11-23T06:00:00Z'],
] as const)('the %s digest that is due at %s tells what was before %s', (digest, now, end) => {
  expect(getDigestEnd(digest, new Date(now))).toEqual(new Date(end))
})

test.each([
  ['owner', [...CHOSEN_KINDS], [...FIXED_KINDS]],
  ['manager', [...CHOSEN_KINDS], [...FIXED_KINDS]],
  ['validator', ['claims'], []],
  ['finance', [], ['funds', 'budgets', 'invoices']],
  ['developer', ['tracking'], []],
  ['agency', ['memberships', 'claims'], ['openings', 'closings']],
  ['viewer', [], ['funds', 'budgets', 'invoices']],
] as const)('a role of %s chooses only kinds that it is told of', async (role, choices, fixed) => {
  const { advertiserId } = await makeAdvertiser(ctx())
  const data = await read(await makeMember(ctx(), { advertiserId, role }))
  expect(data.choices.map(({ kind }: { kind: string }) => kind)).toEqual(choices)
  expect(data.fixed).toEqual(fixed)
})

function tell(advertiserId: bigint, kind: TeamNoticeKind = 'claims', now = new Date()) {
  const message = { subject: `News of ${kind}`, text: 'Text', html: '<p>Text</p>' }
  return tellTeam(ctx(now), { advertiserId, kind, path: '/brand/claims', write: () => message })
}

async function choose(as: AccountActor, mail: string, isListed = true) {
  const choices = [{ kind: 'claims', mail, is_listed: isListed }]
  const reply = await server.post(`${URL}/choices`, { as, json: { choices } })
  return reply.statusCode
}

const read = async (as: AccountActor) => (await server.get(URL, { as })).json().data

async function readSubjects(to: string) {
  const rows = await database.db
    .selectFrom('mail')
    .select('subject')
    .where('toAddress', '=', to)
    .orderBy('id')
    .execute()
  return rows.map(({ subject }) => subject)
}

test('tells the members whose role includes the act, each as it has chosen', async () => {
  const owner = await makeAdvertiser(ctx())
  const { advertiserId } = owner
  const validator = await makeMember(ctx(), { advertiserId, role: 'validator' })
  const finance = await makeMember(ctx(), { advertiserId, role: 'finance' })
  expect(await choose(validator, 'never', false)).toBe(200)
  expect(await choose(validator, 'hourly')).toBe(422)
  expect(await tell(advertiserId)).toBe(2)
  expect(await tell(advertiserId, 'invoices')).toBe(2)
  expect(await readSubjects(owner.email)).toEqual(['News of claims', 'News of invoices'])
  expect(await readSubjects(validator.email)).toEqual([])
  expect(await readSubjects(finance.email)).toEqual(['News of invoices'])
  const { notices } = await read(owner)
  expect(notices).toMatchObject([
    { kind: 'invoices', is_read: false },
    { kind: 'claims', is_read: false },
  ])
  expect((await read(validator)).notices).toEqual([])
  await server.post(`${URL}/read`, { as: owner })
  expect((await read(owner)).notices).toMatchObject([{ is_read: true }, { is_read: true }])
})

test('a digest comes once, with all that was before its hour, and only to members', async () => {
  const owner = await makeAdvertiser(ctx())
  const { advertiserId } = owner
  const validator = await makeMember(ctx(), { advertiserId, role: 'validator' })
  for (const each of [owner, validator]) await choose(each, 'daily')
  await tell(advertiserId)
  await tell(advertiserId)
  const tomorrow = ctx(new Date(Date.now() + DAY_MS))
  const [, member] = await listMembers(database.db, { advertiserId })
  await changeRole(ctx(), { advertiserId, memberId: member?.id ?? 0n, role: 'viewer' })
  await removeMember(ctx(), { advertiserId, memberId: member?.id ?? 0n })
  await mailDigests(ctx(getDigestEnd('daily', new Date())))
  expect(await readSubjects(owner.email)).toEqual([])
  await mailDigests(tomorrow)
  await mailDigests(tomorrow)
  expect(await readSubjects(owner.email)).toEqual([`${owner.displayName}, your day at Tandem: 2 notices`])
  expect(await readSubjects(validator.email)).toEqual([])
})

test('the link of a digest ends the digests of its rhythm, once, and no others', async () => {
  const owner = await makeAdvertiser(ctx())
  const other = await makeMember(ctx(), { advertiserId: owner.advertiserId, role: 'manager' })
  for (const each of [owner, other]) await choose(each, 'daily', each === owner)
  await tell(owner.advertiserId)
  await mailDigests(ctx(new Date(Date.now() + DAY_MS)))
  const { unsubscribeUrl } = await database.db
    .selectFrom('mail')
    .select('unsubscribeUrl')
    .where('toAddress', '=', other.email)
    .executeTakeFirstOrThrow()
  const token = unsubscribeUrl?.split('/stop-digest/').at(-1) ?? ''
  const use = async (act: string, given = token) =>
    (await server.post(`/account/api/digest/${act}`, { json: { token: given } })).json()
  await tell(owner.advertiserId)
  expect((await use('end', 'x'.repeat(43))).success).toBe(true)
  expect((await use('find')).digest).toEqual({ digest: 'daily', advertiser: owner.displayName })
  for (let round = 0; round < 2; round++) expect((await use('end')).success).toBe(true)
  expect((await use('find')).digest).toBeNull()
  expect((await read(other)).choices).toContainEqual({ kind: 'claims', mail: 'never', is_listed: false })
  expect((await read(owner)).choices).toContainEqual({ kind: 'claims', mail: 'daily', is_listed: true })
  await mailDigests(ctx(new Date(Date.now() + 2 * DAY_MS)))
  expect(await readSubjects(other.email)).toHaveLength(1)
  expect(await readSubjects(owner.email)).toHaveLength(2)
})

test('a digest that fails for one member does not hold up the others, and is mailed later', async () => {
  const owner = await makeAdvertiser(ctx())
  const other = await makeMember(ctx(), { advertiserId: owner.advertiserId, role: 'manager' })
  for (const each of [owner, other]) await choose(each, 'daily')
  await tell(owner.advertiserId)
  const tomorrow = ctx(new Date(Date.now() + DAY_MS))
  const refused = sql`ALTER TABLE mail ADD CONSTRAINT refused CHECK (to_address <> ${sql.lit(owner.email)}) NOT VALID`
  await refused.execute(database.ownerDb)
  await expect(mailDigests(tomorrow)).rejects.toThrow('some members')
  expect(await readSubjects(other.email)).toHaveLength(1)
  await sql`ALTER TABLE mail DROP CONSTRAINT refused`.execute(database.ownerDb)
  await mailDigests(tomorrow)
  for (const { email } of [owner, other]) expect(await readSubjects(email)).toHaveLength(1)
})

test('a digest that is ended while it is mailed does neither harm', async () => {
  const owner = await makeAdvertiser(ctx())
  const { accountId, advertiserId } = owner
  await choose(owner, 'daily')
  await tell(advertiserId)
  const tomorrow = ctx(new Date(Date.now() + DAY_MS))
  await mailDigests(tomorrow)
  await tell(advertiserId)
  const { token } = await database.db
    .selectFrom('noticeDigest')
    .select('token')
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  // The first of the two has locked the digest and waits for the notices; the other must not hold them.
  const lock = (tx: Db) => sql`SELECT FROM team_notice WHERE account_id = ${accountId} FOR UPDATE`.execute(tx)
  const outcomes = await beginWhileLocked<unknown>(database, lock, [
    () => endDigestsByMail(ctx(), token),
    () => mailDigests(ctx(new Date(Date.now() + 2 * DAY_MS))),
  ])
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: true },
    { status: 'fulfilled', value: undefined },
  ])
  expect(await readSubjects(owner.email)).toHaveLength(1)
})

test('old notices are removed, and all of an erased account', async () => {
  const owner = await makeAdvertiser(ctx())
  await tell(owner.advertiserId, 'claims', new Date(Date.now() - 91 * DAY_MS))
  await tell(owner.advertiserId)
  await removeOldNotices(ctx())
  expect((await read(owner)).notices).toHaveLength(1)
  await eraseNotices(ctx(), owner)
  expect((await read(owner)).notices).toEqual([])
})
