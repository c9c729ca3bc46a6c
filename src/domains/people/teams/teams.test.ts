import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveActor } from '#app/actor.ts'
import { listWaiting } from '#app/waiting.ts'
import { readNames } from '#domains/people/advertisers/queries.ts'
import { resetPassword } from '#domains/people/accounts/commands/passwords.ts'
import { openSession } from '#domains/people/accounts/commands/sessions.ts'
import type { AccountActor, TeamRole } from '#kernel/actor.ts'
import { DAY_MS } from '#kernel/days.ts'
import { inTransaction } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAdvertiser, makeMember } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { removeMember } from './commands/change-member.ts'
import { eraseMember } from './privacy.ts'
import type { MemberView } from './contract.ts'
import { removeFormerMembers } from './jobs.ts'
import { findFirstOwner, listMembers } from './queries.ts'
import { teamRoutes } from './routes.ts'

const URL = '/api/v1/brand/team'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  server = await createTestServer(database.db, teamRoutes({ readNames, listWaiting }))
})

afterAll(() => server.close())

const ctx = (now = new Date()) => testContext(database.db, 'test', now)

const makeOwner = async () => ({ ...(await makeAdvertiser(ctx())), passwordVerifiedAt: new Date() })

async function post(as: AccountActor, path: string, json: object = {}) {
  const reply = await server.post(`${URL}${path}`, { as, json })
  return { status: reply.statusCode, ...reply.json() }
}

const list = async (as: AccountActor): Promise<MemberView[]> => (await server.get(URL, { as })).json().data

let invited = 0

async function invite(as: AccountActor, role: TeamRole = 'validator') {
  invited += 1
  const email = `member-${invited}@example.com`
  expect(await post(as, '', { name: 'Mara', email: email.toUpperCase(), role })).toMatchObject({ status: 200 })
  const member = (await list(as)).find((each) => each.email === email)
  return { email, id: member?.id ?? 0 }
}

async function readMails(to: string) {
  return database.db
    .selectFrom('mail')
    .select(['subject', 'textBody as text'])
    .where('toAddress', '=', to)
    .orderBy('id')
    .execute()
}

async function readToken(to: string): Promise<string> {
  const mails = await readMails(to)
  return /reset-password\/(\S+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
}

async function accept(to: string): Promise<bigint> {
  const { accountId } = await resetPassword(ctx(), { token: await readToken(to), password: 'correct-horse' })
  return accountId
}

test('an invited member accepts by the mailed link, and has its role from the next request on', async () => {
  const owner = await makeOwner()
  const { email, id } = await invite(owner)
  expect((await list(owner)).map(({ role, state, is_you: isYou }) => [role, state, isYou])).toEqual([
    ['owner', 'active', true],
    ['validator', 'invited', false],
  ])
  const accountId = await accept(email)
  const { token } = await openSession(ctx(), { accountId, userAgent: '', ip: '192.0.2.1', presentToken: undefined })
  expect(await resolveActor(ctx(), token)).toMatchObject({ advertiserId: owner.advertiserId, teamRole: 'validator' })
  expect(await post(owner, `/${id}/role`, { role: 'finance' })).toMatchObject({ status: 200 })
  expect(await resolveActor(ctx(), token)).toMatchObject({ teamRole: 'finance' })
  expect(await post(owner, `/${id}/remove`)).toMatchObject({ status: 200 })
  expect(await resolveActor(ctx(), token)).toEqual({ kind: 'visitor' })
  expect(await list(owner)).toHaveLength(1)
})

test('an invitation expires, can be sent again and taken back', async () => {
  const owner = await makeOwner()
  const { email, id } = await invite(owner)
  const old = new Date(Date.now() - 8 * DAY_MS)
  await database.db.updateTable('teamMember').set({ invitedAt: old }).where('id', '=', BigInt(id)).execute()
  expect((await list(owner))[1]).toMatchObject({ state: 'expired' })
  expect(await post(owner, `/${id}/invite`)).toMatchObject({ status: 200 })
  expect((await list(owner))[1]).toMatchObject({ state: 'invited' })
  await post(owner, `/${id}/remove`)
  await expect(accept(email)).rejects.toThrow('password.link_invalid')
  expect(await post(owner, '', { name: 'Mara', email, role: 'viewer' })).toMatchObject({ status: 200 })
  await accept(email)
  expect((await list(owner))[1]).toMatchObject({ role: 'viewer', state: 'active' })
  expect(await post(owner, `/${(await list(owner))[1]?.id}/invite`)).toMatchObject({ code: 'team.accepted' })
})

test('a former member of another team accepts again by the mailed link, and the team sees no difference', async () => {
  const [former, owner] = [await makeOwner(), await makeOwner()]
  const { email, id } = await invite(former)
  await accept(email)
  await post(former, `/${id}/remove`)
  expect(await post(owner, '', { name: 'Mara', email, role: 'viewer' })).toMatchObject({ status: 200 })
  expect((await list(owner))[1]).toMatchObject({ state: 'invited' })
  await accept(email)
  expect((await list(owner))[1]).toMatchObject({ state: 'active' })
})

test('an address that has an account cannot join, and the team does not see why', async () => {
  const [owner, other] = [await makeOwner(), await makeOwner()]
  expect(await post(owner, '', { name: 'Other', email: other.email, role: 'owner' })).toMatchObject({ status: 200 })
  expect((await list(owner))[1]).toMatchObject({ state: 'invited' })
  expect((await readMails(other.email)).map(({ text }) => text.includes('reset-password'))).toEqual([false])
  expect(await list(other)).toHaveLength(1)
  expect(await post(owner, '', { name: 'Other', email: other.email, role: 'owner' })).toMatchObject({ field: 'email' })
})

test('the last owner who has accepted stays, also when two owners remove each other at once', async () => {
  const owner = await makeOwner()
  await invite(owner, 'owner')
  const [self] = await list(owner)
  expect(await post(owner, '/leave')).toMatchObject({ status: 409, code: 'team.last_owner' })
  expect(await post(owner, `/${self?.id}/role`, { role: 'viewer' })).toMatchObject({ code: 'team.last_owner' })
  const { advertiserId } = owner
  await makeMember(ctx(), { advertiserId, role: 'owner' })
  const active = (await list(owner)).filter(({ state }) => state === 'active')
  const removals = active.map(({ id }) => removeMember(ctx(), { advertiserId, memberId: BigInt(id) }))
  const outcomes = await Promise.allSettled(removals)
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('an owner who cannot accept neither is the first owner nor keeps the team', async () => {
  const [owner, other] = [await makeOwner(), await makeOwner()]
  const { advertiserId, accountId } = owner
  await post(owner, '', { name: 'Other', email: other.email, role: 'owner' })
  expect(await findFirstOwner(database.db, { advertiserId })).toMatchObject({ accountId })
  expect(await inTransaction(ctx(), (tx) => eraseMember(tx, { accountId }))).toBe(advertiserId)
  expect(await listMembers(database.db, { advertiserId })).toEqual([])
})

test('an agency works for the brand without its money, and stays an agency', async () => {
  const owner = await makeOwner()
  const [agency, manager] = [await invite(owner, 'agency'), await invite(owner, 'manager')]
  const accountId = await accept(agency.email)
  const { token } = await openSession(ctx(), { accountId, userAgent: '', ip: '192.0.2.1', presentToken: undefined })
  expect(await resolveActor(ctx(), token)).toMatchObject({ teamRole: 'agency' })
  const fixed = { status: 422, field: 'role' }
  expect(await post(owner, `/${agency.id}/role`, { role: 'owner' })).toMatchObject(fixed)
  expect(await post(owner, `/${manager.id}/role`, { role: 'agency' })).toMatchObject(fixed)
})

test('an owner whose account the network rejected neither is the first owner nor keeps the team', async () => {
  const owner = await makeOwner()
  const { advertiserId, accountId } = owner
  const other = await makeMember(ctx(), { advertiserId, role: 'owner' })
  await database.db.updateTable('account').set({ reviewStatus: 'rejected' }).where('id', '=', other.accountId).execute()
  const [own, rejected] = await list(owner)
  expect([own?.state, rejected?.state]).toEqual(['active', 'blocked'])
  expect(await post(owner, `/${own?.id}/role`, { role: 'viewer' })).toMatchObject({ code: 'team.last_owner' })
  expect(await post(owner, `/${rejected?.id}/invite`)).toMatchObject({ code: 'team.accepted' })
  await database.db.updateTable('account').set({ reviewStatus: 'rejected' }).where('id', '=', accountId).execute()
  expect(await findFirstOwner(database.db, { advertiserId })).toBeUndefined()
  expect(await post(owner, `/${rejected?.id}/remove`)).toMatchObject({ status: 200 })
})

test('only owners change the team', async () => {
  const { advertiserId } = await makeOwner()
  const manager = { ...(await makeMember(ctx(), { advertiserId, role: 'manager' })), passwordVerifiedAt: new Date() }
  const member = { name: 'Mara', email: 'mara@example.com', role: 'viewer' }
  expect(await post(manager, '', member)).toMatchObject({ status: 403, code: 'team.role' })
  expect(await post(manager, '/leave')).toMatchObject({ status: 200 })
})

test('a former member is erased after the days that are kept, unless invited again', async () => {
  const owner = await makeOwner()
  const [gone, back] = [await invite(owner), await invite(owner)]
  const accountId = await accept(gone.email)
  for (const { id } of [gone, back]) await post(owner, `/${id}/remove`)
  await post(owner, '', { name: 'Mara', email: back.email, role: 'viewer' })
  await removeFormerMembers(ctx(new Date(Date.now() + 91 * DAY_MS)), { days: 90 })
  const rows = await database.db.selectFrom('teamMember').select('email').where('removedAt', 'is not', null).execute()
  expect(rows.map(({ email }) => email)).not.toContain(gone.email)
  const { erasedAt } = await database.db
    .selectFrom('account')
    .select('erasedAt')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  expect(erasedAt).not.toBeNull()
  await accept(back.email)
})
