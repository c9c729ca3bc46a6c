import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginState } from '#domains/people/account-states/commands/change-state.ts'
import { changeListing } from '#domains/partners/listings/commands/change-listing.ts'
import { setClosing } from '#domains/programmes/programs/commands/set-closing.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import { leaveProgram } from '#domains/programmes/programs/commands/leave-program.ts'
import { decideMembership } from '#domains/programmes/programs/commands/decide-membership.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { addTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import { findMembership } from '#domains/programmes/programs/queries/memberships.ts'
import { DAY_MS, addDays, toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeMember, makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { acceptInvitation } from './commands/answer-invitation.ts'
import { endDeclinedInvitations } from './commands/end-declined.ts'
import { expireInvitations } from './commands/expire-invitations.ts'
import { invitationRoutes } from './routes/invitation-routes.ts'

const advertiserPath = '/api/v1/brand/invitations'
const ownPath = '/api/v1/account/publishers/me/invitations'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  ctx = testContext(database.db)
  server = await createTestServer(database.db, invitationRoutes())
})
afterAll(() => server.close())

const later = (days: number): Ctx => ({ ...ctx, now: new Date(Date.now() + days * DAY_MS) })

const listMails = (address: string) =>
  database.db
    .selectFrom('mail')
    .select(['subject', 'textBody', 'htmlBody'])
    .where('toAddress', '=', address)
    .orderBy('id')
    .execute()

const offer = (value: string, event = 'sale') => [{ action_type: event, value }]

/** A programme that pays 5 % of a sale, a publisher, and what both can do about an invitation. */
async function makeAdvertiser() {
  const { advertiser, advertiserId, programId } = await makeProgram(ctx)
  const publisher = await makePublisher(ctx)
  const { publisherId } = publisher
  await changeListing(ctx, { publisherId, isListed: true })
  const invite = (body: object = {}, id = publisherId) => {
    const expires_on = addDays(toDay(ctx.now), 14)
    const json = { publisher_id: String(id), offers: offer('7'), expires_on, ...body }
    return server.post(advertiserPath, { as: advertiser, json })
  }
  const list = async (query = '') => (await server.get(`${advertiserPath}?${query}`, { as: advertiser })).json().data
  const open = async () => (await server.get(`${ownPath}?filter=open`, { as: publisher })).json().data
  const read = async (id: number) => (await server.get(`${ownPath}/${id}`, { as: publisher })).json().data
  const answer = (id: number, act: 'accept' | 'decline', json: object) =>
    server.post(`${ownPath}/${id}/${act}`, { as: publisher, json })
  const accept = async (id: number) => answer(id, 'accept', { mark: (await read(id)).mark })
  const getStatus = async () => (await findMembership(database.db, { programId, publisherId }))?.status
  return {
    advertiser,
    advertiserId,
    programId,
    publisher,
    publisherId,
    invite,
    list,
    open,
    read,
    answer,
    accept,
    getStatus,
  }
}

describe('an invitation', () => {
  test('ends when its brand declines the own request of the publisher, and not when a rule refuses it', async () => {
    const { advertiser, publisherId, programId, invite, list, accept, getStatus } = await makeAdvertiser()
    const id = (await invite()).json().invitation_id
    const request = { programId, publisherId, message: 'Hello' }
    const decline = (by: Ctx) => decideMembership(by, { programId, publisherId, decision: 'decline', reason: 'No.' })
    await requestJoin(ctx, request)
    await decline(ctx)
    await endDeclinedInvitations(ctx)
    expect((await list()).invitations).toMatchObject([{ status: 'sent' }])
    await database.db
      .updateTable('membership')
      .set({ status: 'pending', dueAt: ctx.now, decidedAt: null, decidedBy: null, reason: '' })
      .where('publisherId', '=', publisherId)
      .execute()
    await decline({ ...ctx, now: new Date(), actor: advertiser })
    expect((await accept(id)).json()).toMatchObject({ code: 'invitation.is_withdrawn' })
    expect(await getStatus()).toBe('declined')
    await endDeclinedInvitations(ctx)
    await endDeclinedInvitations(ctx)
    expect((await list()).invitations).toMatchObject([{ status: 'withdrawn' }])
  })

  test('reaches the publisher by mail and in its list, and lets it join at once', async () => {
    const { advertiser, publisher, publisherId, invite, list, open, read, accept, getStatus } = await makeAdvertiser()
    const sent = await invite({ message: 'We like your garden' })
    expect(sent.json()).toMatchObject({ success: true })
    const id = sent.json().invitation_id
    const [mail] = await listMails(publisher.email)
    for (const part of ['7%', '5%', 'We like your garden', `/invitations/${id}`]) expect(mail?.textBody).toContain(part)
    expect((await open()).invitations).toMatchObject([
      { invitation_id: id, offers: [{ action_type: 'sale', text: '7%' }] },
    ])
    expect(await read(id)).toMatchObject({
      ordinary: [{ action_type: 'sale', text: '5%' }],
      offers: [{ ordinary: '5%', comparison: 'higher' }],
      obstacle: null,
    })
    const { count, invitations, budget } = await list('status=sent')
    expect({ count, budget }).toEqual({ count: 1, budget: { limit: 20, used: 1, accepted: 0, ended: 0 } })
    expect(invitations[0]).toMatchObject({
      publisher_id: Number(publisherId),
      offers: [{ text: '7%', ordinary: '5%', comparison: 'higher' }],
    })
    expect(JSON.stringify(invitations)).not.toContain(publisher.email)
    expect((await accept(id)).statusCode).toBe(200)
    expect(await getStatus()).toBe('joined')
    expect((await listMails(advertiser.email)).at(-1)?.subject).toContain('accepted your invitation')
    expect(await open()).toMatchObject({ count: 0 })
    expect((await list()).invitations).toMatchObject([{ status: 'accepted', version: 2 }])
    // A second press changes nothing.
    expect((await accept(id)).json()).toMatchObject({ code: 'invitation.is_accepted' })
    expect((await list()).budget).toEqual({ limit: 28, used: 0, accepted: 1, ended: 1 })
  })

  test('offers a rate of its own only from those who may set the terms', async () => {
    const { advertiserId, publisherId, list } = await makeAdvertiser()
    const agency = await makeMember(ctx, { advertiserId, role: 'agency' })
    const body = { publisher_id: String(publisherId), expires_on: addDays(toDay(ctx.now), 14) }
    const refused = await server.post(advertiserPath, { as: agency, json: { ...body, offers: offer('100') } })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'team.role'])
    expect((await server.post(advertiserPath, { as: agency, json: body })).statusCode).toBe(200)
    expect((await list()).invitations).toMatchObject([{ offers: [] }])
  })

  test('is declined with a reason, and the brand can be muted', async () => {
    const { advertiser, invite, list, answer, publisher, advertiserId } = await makeAdvertiser()
    const { invitation_id: id } = (await invite()).json()
    expect((await answer(id, 'decline', { reason: 'No gardens', mute: true })).statusCode).toBe(200)
    expect((await listMails(advertiser.email)).at(-1)?.textBody).toContain('No gardens')
    expect((await list('status=declined')).invitations).toMatchObject([{ reason: 'No gardens' }])
    expect((await invite()).json()).toMatchObject({ code: 'invitation.muted' })
    const muting = `/api/v1/advertiser/${advertiserId}/invitations`
    expect((await server.post(muting, { as: publisher, json: { mute: false } })).statusCode).toBe(200)
    expect((await invite()).json()).toMatchObject({ code: 'invitation.too_soon' })
  })

  test('expires by its day, also before the job says so, and the brand is told', async () => {
    const { advertiser, programId, publisherId, invite, list, read } = await makeAdvertiser()
    const { invitation_id: id } = (await invite()).json()
    const { mark } = await read(id)
    const late = later(16)
    const acceptance = acceptInvitation(late, { publisherId, invitationId: BigInt(id), mark })
    await expect(acceptance).rejects.toThrow('invitation.is_expired')
    expect(await findMembership(database.db, { programId, publisherId })).toBeUndefined()
    await expireInvitations(late)
    await expireInvitations(late)
    expect((await list()).invitations).toMatchObject([{ status: 'expired' }])
    expect(await listMails(advertiser.email)).toHaveLength(1)
  })

  test('is withdrawn, and a page that was open accepts nothing', async () => {
    const { advertiser, publisher, invite, list, read, answer, getStatus } = await makeAdvertiser()
    const { invitation_id: id } = (await invite()).json()
    const { mark } = await read(id)
    const withdraw = () => server.post(`${advertiserPath}/${id}/withdraw`, { as: advertiser })
    expect((await withdraw()).statusCode).toBe(200)
    expect((await withdraw()).json()).toMatchObject({ code: 'invitation.is_withdrawn' })
    expect((await answer(id, 'accept', { mark })).json()).toMatchObject({ code: 'invitation.is_withdrawn' })
    expect(await getStatus()).toBeUndefined()
    expect(await listMails(publisher.email)).toHaveLength(2)
    // It keeps its place for a week.
    expect((await list()).budget).toMatchObject({ used: 1, accepted: 0, ended: 1 })
  })

  test('changes nothing when the programme closes, its terms change, or the account is suspended', async () => {
    const { programId, publisherId, invite, read, answer, accept, getStatus } = await makeAdvertiser()
    const { invitation_id: id } = (await invite()).json()
    const { mark } = await read(id)
    await updateProgram(ctx, { programId, status: 'paused' })
    expect((await read(id)).obstacle).toContain('no new publishers')
    expect((await answer(id, 'accept', { mark })).json()).toMatchObject({ code: 'program.paused' })
    await updateProgram(ctx, { programId, status: 'open' })
    await setClosing(ctx, { programId, closesAt: later(30).now })
    expect((await answer(id, 'accept', { mark })).json()).toMatchObject({ code: 'program.closing' })
    await setClosing(ctx, { programId, closesAt: null })
    const terms = { programId, windowDays: 30, validationDays: 30 }
    await addTerms(ctx, { ...terms, rates: [{ event: 'sale', kind: 'percent', ratePpm: 40_000 }] })
    expect((await answer(id, 'accept', { mark })).json()).toMatchObject({ code: 'invitation.terms_changed' })
    await addTerms(ctx, { ...terms, rates: [{ event: 'lead', kind: 'fixed', fixedAmount: 10_000n }] })
    expect((await accept(id)).json()).toMatchObject({ code: 'rates.own_does_not_fit' })
    await beginState(ctx, { publisherId, state: 'suspended', reason: 'Bots' })
    expect((await accept(id)).json()).toMatchObject({ code: 'invitation.account_suspended' })
    expect(await getStatus()).toBeUndefined()
  })

  test('ends the request of a publisher that asked meanwhile', async () => {
    const { programId, publisherId, invite, accept, getStatus } = await makeAdvertiser()
    const { invitation_id: id } = (await invite({ offers: offer('') })).json()
    await requestJoin(ctx, { programId, publisherId })
    expect(await getStatus()).toBe('pending')
    expect((await accept(id)).statusCode).toBe(200)
    expect(await findMembership(database.db, { programId, publisherId })).toMatchObject({
      status: 'joined',
      dueAt: null,
    })
  })
})

test.each<[string, object, string]>([
  ['an event without a rate', { offers: offer('7', 'trial') }, 'offers'],
  ['an event twice', { offers: [...offer('7'), ...offer('8')] }, 'offers'],
  ['a rate that is none', { offers: [...offer(''), ...offer('much')] }, 'offers.1.value'],
  ['a day in the past', { expires_on: '2026-01-01' }, 'expires_on'],
  ['an unknown publisher', { publisher_id: '999999' }, ''],
])('an invitation with %s is refused', async (_, body, field) => {
  const { invite, list } = await makeAdvertiser()
  const refused = (await invite(body)).json()
  expect(refused).toMatchObject(field === '' ? { code: 'not_found' } : { field })
  expect(await list()).toMatchObject({ count: 0 })
})

test('a publisher whom brands do not find is unknown, unless it had to do with the programme', async () => {
  const { programId, invite } = await makeAdvertiser()
  const { publisherId } = await makePublisher(ctx)
  expect((await invite({}, publisherId)).statusCode).toBe(404)
  await requestJoin(ctx, { programId, publisherId })
  await leaveProgram(ctx, { programId, publisherId })
  expect((await invite({}, publisherId)).statusCode).toBe(200)
})

test('two invitations at once reach the publisher once', async () => {
  const { invite, list } = await makeAdvertiser()
  const answers = await Promise.all([invite(), invite()])
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
  expect(await list()).toMatchObject({ count: 1 })
})
