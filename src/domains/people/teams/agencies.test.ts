import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveActor } from '#app/actor.ts'
import { savedLists } from '#app/saved-lists.ts'
import { listWaiting } from '#app/waiting.ts'
import { openSession } from '#domains/people/accounts/commands/sessions.ts'
import { readNames } from '#domains/people/advertisers/queries.ts'
import { mailDigests } from '#domains/people/notices/commands/mail-digests.ts'
import { tellTeam } from '#domains/people/notices/commands/tell-team.ts'
import { noticeRoutes } from '#domains/people/notices/routes.ts'
import { viewRoutes } from '#domains/desk/saved-views/routes.ts'
import { createProgram } from '#domains/programmes/programs/commands/create-program.ts'
import { DAY_MS } from '#kernel/days.ts'
import { nameAdvertiser } from '#kernel/form-token.ts'
import { inTransaction } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAdvertiser, makeMember, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { acceptInvitation } from './commands/accept-invitation.ts'
import { removeMember } from './commands/change-member.ts'
import { eraseMember } from './privacy.ts'
import { inviteMember, resendInvitation } from './commands/invite-member.ts'
import { listInvitations, listMembers, listMemberships } from './queries.ts'
import { teamRoutes } from './routes.ts'

const ADVERTISERS = '/api/v1/brand/brands'
const TEAM = '/api/v1/brand/team'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  server = await createTestServer(database.db, [
    ...teamRoutes({ readNames, listWaiting }),
    ...noticeRoutes,
    ...viewRoutes(savedLists),
  ])
})

afterAll(() => server.close())

const ctx = (now = new Date()) => testContext(database.db, 'test', now)

type Advertiser = Awaited<ReturnType<typeof makeAdvertiser>>

function invite(advertiser: Advertiser, email: string, role: 'agency' | 'manager' = 'agency') {
  const { advertiserId, displayName } = advertiser
  return inviteMember(ctx(), {
    advertiserId,
    advertiser: displayName,
    name: 'Agency',
    email,
    role,
    locale: 'en',
  })
}

/** Opens a session of an account, and sends requests in it. */
async function enter({ accountId }: { accountId: bigint }) {
  const { token } = await openSession(ctx(), { accountId, userAgent: '', ip: '192.0.2.1', presentToken: undefined })
  const cookies = { tandem_session: token }
  const post = async (url: string, json: object = {}, headers: Record<string, string> = {}) => {
    const reply = await server.post(url, { cookies, json, headers })
    return { status: reply.statusCode, ...reply.json() }
  }
  return {
    post,
    get: async (url: string, headers: Record<string, string> = {}) => {
      const reply = await server.get(url, { cookies, headers })
      return reply.json().data ?? reply.json()
    },
    choose: (advertiser: Advertiser) => post(`${ADVERTISERS}/${advertiser.advertiserId}/choose`),
    accept: (memberId: bigint) => post(`${ADVERTISERS}/invitations/${memberId}/accept`),
    resolve: () => resolveActor(ctx(), token),
  }
}

/** An agency in the teams of two brands, in a session that acts for the second. */
async function makeAgency() {
  const [one, two] = [await makeAdvertiser(ctx()), await makeAdvertiser(ctx())]
  const agency = await makeMember(ctx(), { advertiserId: one.advertiserId, role: 'agency' })
  // Only an account with a password can log in and accept.
  await database.db.updateTable('account').set({ passwordHash: 'hash' }).where('id', '=', agency.accountId).execute()
  const { memberId } = await invite(two, agency.email)
  const session = await enter(agency)
  expect(await session.accept(memberId)).toMatchObject({ status: 200 })
  return { one, two, agency, session, memberId }
}

async function readMails(to: string): Promise<string[]> {
  const mails = await database.db
    .selectFrom('mail')
    .select('textBody')
    .where('toAddress', '=', to)
    .orderBy('id')
    .execute()
  return mails.map(({ textBody }) => textBody)
}

const notFound = { status: 404, code: 'not_found' }

test('an account joins as an agency only when it accepts, and the brand sees no difference', async () => {
  const [one, two] = [await makeAdvertiser(ctx()), await makeAdvertiser(ctx())]
  const agency = await makeMember(ctx(), { advertiserId: one.advertiserId, role: 'agency' })
  const [known, fresh] = [await invite(two, agency.email), await invite(two, 'nobody@example.com')]
  const seen = (await listMembers(database.db, two)).map(({ id, role, joinedAt, hasPassword }) => [
    id,
    role,
    joinedAt !== null,
    hasPassword,
  ])
  expect(seen.slice(1)).toEqual([known, fresh].map(({ memberId }) => [memberId, 'agency', true, false]))
  const [mail] = await readMails(agency.email)
  expect(mail).toContain('/brand/brands')
  expect(mail).not.toContain('reset-password')
  const session = await enter(agency)
  expect(await session.resolve()).toMatchObject({ advertiserId: one.advertiserId, teamRole: 'agency' })
  expect(await session.choose(two)).toMatchObject(notFound)
  expect((await session.get(ADVERTISERS)).invitations).toMatchObject([
    { member_id: Number(known.memberId), name: two.displayName },
  ])
  expect(await (await enter(one)).accept(known.memberId)).toMatchObject(notFound)
  expect(await session.accept(fresh.memberId)).toMatchObject(notFound)
  expect(await session.accept(known.memberId)).toMatchObject({ status: 200 })
  expect(await session.accept(known.memberId)).toMatchObject(notFound)
  expect(await session.resolve()).toMatchObject({ advertiserId: two.advertiserId, teamRole: 'agency' })
})

test.each(['manager', 'publisher'] as const)('an account cannot accept: %s', async (kind) => {
  const advertiser = await makeAdvertiser(ctx())
  const known = kind === 'manager' ? await makeAdvertiser(ctx()) : await makePublisher(ctx())
  const { memberId } = await invite(advertiser, known.email, kind === 'manager' ? 'manager' : 'agency')
  expect((await readMails(known.email)).at(-1)).toContain('cannot join')
  expect(await (await enter(known)).accept(memberId)).toMatchObject({ status: kind === 'manager' ? 404 : 403 })
})

test('an invitation expires, can be sent again and taken back', async () => {
  const [advertiser, known] = [await makeAdvertiser(ctx()), await makeAdvertiser(ctx())]
  const { memberId } = await invite(advertiser, known.email)
  const later = ctx(new Date(Date.now() + 8 * DAY_MS))
  expect(await listInvitations(later, known)).toEqual([])
  await expect(acceptInvitation(later, { ...known, sessionId: 1n, memberId })).rejects.toThrow('not_found')
  const own = { advertiserId: advertiser.advertiserId, memberId }
  await resendInvitation(later, { ...own, advertiser: 'Shop', locale: 'en' })
  expect(await listInvitations(later, known)).toHaveLength(1)
  await removeMember(later, own)
  expect(await listInvitations(later, known)).toEqual([])
})

test('each session acts for the brand that it has chosen, and the audit names it', async () => {
  const { one, two, agency, session } = await makeAgency()
  const other = await enter(agency)
  expect(await other.resolve()).toMatchObject({ advertiserId: one.advertiserId })
  expect(await session.resolve()).toMatchObject({ advertiserId: two.advertiserId })
  expect(
    (await session.get(ADVERTISERS)).brands.map(({ is_present: isPresent }: { is_present: boolean }) => isPresent),
  ).toEqual([false, true])
  await session.post('/api/v1/brand/notices/choices', { choices: [{ kind: 'claims', mail: 'never', is_listed: true }] })
  expect(await session.choose(one)).toMatchObject({ status: 200 })
  const lines = await database.db
    .selectFrom('auditLine')
    .select(['action', 'actorName'])
    .where('actorAccountId', '=', agency.accountId)
    .where('actorName', 'is not', null)
    .orderBy('id')
    .execute()
  expect(lines.map(({ action, actorName }) => `${action} ${actorName}`)).toEqual([
    `team.accept advertiser:${one.advertiserId}`,
    `account.act-for advertiser:${one.advertiserId}`,
    `notices.choose advertiser:${two.advertiserId}`,
    `account.act-for advertiser:${two.advertiserId}`,
  ])
})

test('what waits is listed of all brands of an account, and of no other', async () => {
  const { one, two, session } = await makeAgency()
  const outside = await makeAdvertiser(ctx())
  const publishers = [await makePublisher(ctx()), await makePublisher(ctx())]
  for (const { advertiserId, displayName: title } of [one, two, outside]) {
    const { programId } = await createProgram(ctx(), { advertiserId, title })
    for (const { publisherId } of publishers) {
      const asked = { status: 'pending', requestedAt: new Date(), dueAt: new Date() } as const
      await database.db
        .insertInto('membership')
        .values({ programId, publisherId, ...asked })
        .execute()
    }
  }
  const waiting: { name: string; kind: string; count: number }[] = await session.get(`${ADVERTISERS}/waiting`)
  const named = waiting.toSorted((before, after) => before.name.localeCompare(after.name))
  const names = [one, two]
    .map(({ displayName }) => displayName)
    .toSorted((before, after) => before.localeCompare(after))
  expect(named).toMatchObject(names.map((name) => ({ name, kind: 'joins', count: 2 })))
})

test('a page of one brand reads nothing of another', async () => {
  const { one, two, session } = await makeAgency()
  const count = (advertiser: Advertiser) =>
    session.get('/account/api/views/counts', { 'x-csrftoken': nameAdvertiser('any', advertiser.advertiserId) })
  expect(await count(one)).toMatchObject({ code: 'team.other_brand' })
  expect(await count(two)).toEqual({ counts: [] })
})

test('a page of one brand changes nothing of another', async () => {
  const { one, two, agency, session } = await makeAgency()
  const leave = (advertiser: Advertiser) =>
    session.post(`${TEAM}/leave`, {}, { 'x-csrftoken': nameAdvertiser('any', advertiser.advertiserId) })
  expect(await leave(one)).toMatchObject({ status: 409, code: 'team.other_brand' })
  expect(await listMemberships(database.db, agency)).toHaveLength(2)
  expect(await leave(two)).toMatchObject({ status: 200 })
  expect(await session.resolve()).toMatchObject({ advertiserId: one.advertiserId })
})

test('a brand that removes an agency ends its acting for this brand alone', async () => {
  const { one, two, agency, session, memberId } = await makeAgency()
  await removeMember(ctx(), { advertiserId: two.advertiserId, memberId })
  expect(await session.resolve()).toMatchObject({ advertiserId: one.advertiserId })
  expect(await session.choose(two)).toMatchObject(notFound)
  const again = await invite(two, agency.email)
  expect(await session.accept(again.memberId)).toMatchObject({ status: 200 })
  const members = await database.db
    .selectFrom('teamMember')
    .select(['advertiserId', 'id as memberId'])
    .where('accountId', '=', agency.accountId)
    .where('removedAt', 'is', null)
    .execute()
  expect(members).toHaveLength(2)
  await Promise.all(members.map((own) => removeMember(ctx(), own)))
  expect(await session.resolve()).toEqual({ kind: 'visitor' })
})

test('an account whose last team removes it while it accepts joins no other', async () => {
  const [one, two] = [await makeAdvertiser(ctx()), await makeAdvertiser(ctx())]
  const agency = await makeMember(ctx(), { advertiserId: one.advertiserId, role: 'agency' })
  const { memberId } = await invite(two, agency.email)
  const [, own] = await listMembers(database.db, one)
  const removing = removeMember(ctx(), { advertiserId: one.advertiserId, memberId: own?.id ?? 0n })
  await Promise.allSettled([removing, acceptInvitation(ctx(), { ...agency, sessionId: undefined, memberId })])
  const { reviewStatus } = await database.db
    .selectFrom('account')
    .select('reviewStatus')
    .where('id', '=', agency.accountId)
    .executeTakeFirstOrThrow()
  expect(await listMemberships(database.db, agency)).toHaveLength(reviewStatus === 'approved' ? 1 : 0)
})

test('notices, how they come and views are of one brand', async () => {
  const { one, two, agency, session } = await makeAgency()
  await session.post('/api/v1/brand/notices/choices', { choices: [{ kind: 'claims', mail: 'daily', is_listed: true }] })
  const view = { list: 'brand-transactions', name: 'Mine', query: '' }
  const { view: saved } = await session.post('/account/api/views', view)
  for (const { advertiserId } of [one, two]) {
    const write = ({ advertiser }: { advertiser: string }) => ({
      subject: `Claim at ${advertiser}`,
      text: '',
      html: '',
    })
    await tellTeam(ctx(), { advertiserId, kind: 'claims', path: '/brand/claims', write })
  }
  expect(await readMails(agency.email)).toHaveLength(2)
  expect((await session.get('/api/v1/brand/notices')).notices).toMatchObject([
    { subject: `Claim at ${two.displayName}` },
  ])
  await mailDigests(ctx(new Date(Date.now() + DAY_MS)))
  expect((await readMails(agency.email)).at(-1)).toContain(`Claim at ${two.displayName}`)
  expect((await readMails(agency.email)).at(-1)).toContain(`/brand/notices?brand=${two.advertiserId}\n`)
  await session.choose(one)
  expect((await session.get('/api/v1/brand/notices')).choices[1]).toMatchObject({ kind: 'claims', mail: 'now' })
  expect((await session.get('/account/api/views')).views).toEqual([])
  expect(await session.post(`/account/api/views/${saved.id}/delete`)).toMatchObject(notFound)
  expect(await session.post('/account/api/views', view)).toMatchObject({ status: 200 })
})

test('an erased agency leaves all teams and invitations, and no brand goes with it', async () => {
  const { two, agency } = await makeAgency()
  await invite(await makeAdvertiser(ctx()), agency.email)
  expect(await inTransaction(ctx(), (tx) => eraseMember(tx, agency))).toBeUndefined()
  const rows = database.db.selectFrom('teamMember').select('id').where('email', '=', agency.email)
  expect(await rows.execute()).toEqual([])
  expect(await listMembers(database.db, two)).toHaveLength(1)
})
