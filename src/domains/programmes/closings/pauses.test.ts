import { afterAll, expect, test } from 'vitest'
import { receivePostback } from '#domains/orders/transactions/commands/receive-postback.ts'
import { announceClosing } from './commands/close-program.ts'
import { decideMembership } from '#domains/programmes/programs/commands/decide-membership.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import { offerRoutes } from '#domains/programmes/programs/routes/membership-routes.ts'
import { loadCatalog } from '#domains/tracking/tracking/queries/catalog.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { addDays, startOfDay, toDay } from '#kernel/days.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeMember, makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { mailPauses } from './commands/mail-pauses.ts'
import { announcePause, resumeProgram, startDuePauses } from './commands/pause-program.ts'
import { closingRoutes } from './routes.ts'

const database = await openTestDatabase()
const server = await createTestServer(database.db, [...closingRoutes, ...offerRoutes()])
afterAll(() => server.close())

const ctx = (now = new Date()) => testContext(database.db, 'test', now)

/** The first day on which a programme with 14 days of notice can pause, and a moment on it. */
const FIRST = addDays(toDay(new Date()), 15)
const onTheDay = () => ctx(new Date(startOfDay(FIRST).getTime() + 1000))

async function makeJoined() {
  const program = await makeProgram(ctx(), { joinMode: 'auto' })
  const partner = await makePublisher(ctx())
  await requestJoin(ctx(), { programId: program.programId, publisherId: partner.publisherId })
  return { ...program, partner }
}

test('publishers are told of a pause and of its end, once each, and links lead on meanwhile', async () => {
  const { advertiser, advertiserId, programId, partner } = await makeJoined()
  for (const day of [addDays(FIRST, -1), addDays(FIRST, 400)]) {
    await expect(announcePause(ctx(), { advertiserId, day })).rejects.toThrow('closing.day')
  }
  await expect(announcePause(ctx(), { advertiserId })).rejects.toThrow('pause.notice')
  await announcePause(ctx(), { advertiserId, day: FIRST })
  await expect(announcePause(ctx(), { advertiserId, day: FIRST })).rejects.toThrow('pause.not_open')
  await mailPauses(ctx())
  await mailPauses(ctx())
  expect(await listSubjects(partner.email)).toEqual([`${advertiser.displayName} pauses on ${FIRST}`])
  expect(await listSubjects(advertiser.email)).toContain(`${advertiser.displayName} pauses on ${FIRST}`)

  await startDuePauses(ctx(new Date(startOfDay(FIRST).getTime() - 1)))
  expect(await readTarget(advertiserId)).toMatchObject({ isOpen: true, isPaused: false })
  await Promise.all([startDuePauses(onTheDay()), startDuePauses(onTheDay())])
  expect(await readTarget(advertiserId)).toMatchObject({ isOpen: false, isPaused: true })
  await mailPauses(onTheDay())

  await resumeProgram(onTheDay(), { advertiserId })
  expect(await readTarget(advertiserId)).toMatchObject({ isOpen: true, isPaused: false })
  await mailPauses(onTheDay())
  await mailPauses(onTheDay())
  expect(await listSubjects(partner.email)).toEqual([
    `${advertiser.displayName} pauses on ${FIRST}`,
    `${advertiser.displayName} is open`,
  ])
  await expect(resumeProgram(onTheDay(), { advertiserId })).rejects.toThrow('pause.none')
  expect(await listActions(programId)).toEqual(['program.announce_pause', 'program.pause', 'program.resume'])
})

test('publishers join until the day, and neither at once nor by an old request in the pause', async () => {
  const { advertiserId, programId } = await makeProgram(ctx())
  const [early, waiting, late] = [await makePublisher(ctx()), await makePublisher(ctx()), await makePublisher(ctx())]
  const join = ({ publisherId }: { publisherId: bigint }) => requestJoin(ctx(), { programId, publisherId })
  const approve = ({ publisherId }: { publisherId: bigint }) =>
    decideMembership(ctx(), { programId, publisherId, decision: 'approve' })
  await announcePause(ctx(), { advertiserId, day: FIRST })
  await join(early)
  await join(waiting)
  expect(await approve(early)).toEqual({ status: 'joined' })
  expect(await readOffer(late, advertiserId)).toMatchObject({
    can_join: true,
    pauses_at: startOfDay(FIRST).toISOString(),
  })
  await startDuePauses(onTheDay())
  await expect(join(late)).rejects.toThrow('program.paused')
  await expect(approve(waiting)).rejects.toThrow('program.paused')
  const refused = await server.post(`/api/v1/advertiser/${advertiserId}/join`, { as: late })
  expect(refused.json()).toMatchObject({ status: 409, message: expect.stringContaining('paused') })
  expect(await readOffer(waiting, advertiserId)).toMatchObject({ can_join: false, program_status: 'paused' })
  await resumeProgram(onTheDay(), { advertiserId })
  expect(await approve(waiting)).toEqual({ status: 'joined' })
})

test('a pause that nobody was told of is withdrawn without mails', async () => {
  const { advertiserId, partner } = await makeJoined()
  await announcePause(ctx(), { advertiserId, day: FIRST })
  await resumeProgram(ctx(), { advertiserId })
  await mailPauses(ctx())
  expect(await listSubjects(partner.email)).toEqual([])
})

test('begins at once without publishers; earlier clicks are paid, and those in it are not', async () => {
  const fixtures = await createOrderFixtures(database.db)
  const { advertiserId } = fixtures
  await announcePause(ctx(), { advertiserId })
  expect(await readTarget(advertiserId)).toMatchObject({ isOpen: false, isPaused: true })
  const source = await fixtures.loadSource()
  await recordPending(ctx(), { ...fixtures, source })
  const parameters = {
    token: fixtures.token,
    click_id: await fixtures.makeClick({ verdict: 'program_paused' }),
    order_id: 'in-the-pause',
    amount: '100',
    currency: 'USD',
  }
  const order = await receivePostback(ctx(), source, { channel: 'query', parameters, isReadable: true })
  expect(order.result).toBe('rejected')
})

test('what the network decides about the status ends a pause, and only the network resumes its own', async () => {
  const { advertiserId, programId, partner } = await makeJoined()
  await announcePause(ctx(), { advertiserId, day: FIRST })
  await updateProgram(ctx(), { programId, status: 'paused' })
  await mailPauses(ctx())
  expect(await listSubjects(partner.email)).toEqual([])
  await expect(resumeProgram(ctx(), { advertiserId })).rejects.toThrow('pause.none')
  await startDuePauses(onTheDay())
  await updateProgram(onTheDay(), { programId, status: 'open' })
  await startDuePauses(onTheDay())
  expect(await readTarget(advertiserId)).toMatchObject({ isOpen: true })
  const day = addDays(FIRST, 40)
  await announcePause(onTheDay(), { advertiserId, day })
  await resumeProgram(onTheDay(), { advertiserId })
  await announceClosing(onTheDay(), { advertiserId, day })
  await expect(announcePause(onTheDay(), { advertiserId, day })).rejects.toThrow('pause.not_open')
})

test('a manager pauses and resumes; a viewer reads', async () => {
  const { advertiserId } = await makeJoined()
  const manager = await makeMember(ctx(), { advertiserId, role: 'manager' })
  const viewer = await makeMember(ctx(), { advertiserId, role: 'viewer' })
  const read = async () => (await server.get('/api/v1/brand/pause', { as: viewer })).json().data
  expect(await read()).toMatchObject({ earliest: FIRST, joined_count: 1, can_pause: true, pause: null })
  const json = { day: FIRST }
  expect((await server.post('/api/v1/brand/pause', { as: viewer, json })).statusCode).toBe(403)
  expect((await server.post('/api/v1/brand/pause', { as: manager, json })).statusCode).toBe(200)
  expect(await read()).toMatchObject({
    can_pause: false,
    pause: { pauses_at: startOfDay(FIRST).toISOString(), requested_by: manager.displayName },
  })
  expect((await server.post('/api/v1/brand/pause/end', { as: manager })).statusCode).toBe(200)
  expect(await read()).toMatchObject({ can_pause: true, pause: null })
})

async function readOffer(as: AccountActor, advertiserId: bigint) {
  const { data } = (await server.get('/api/v1/advertiser/list', { as })).json()
  return data.advertisers.find(({ id }: { id: number }) => id === Number(advertiserId))
}

async function readTarget(advertiserId: bigint) {
  return (await loadCatalog(database.db)).advertisers.get(advertiserId)
}

async function listSubjects(to: string) {
  const mails = await database.db
    .selectFrom('mail')
    .select('subject')
    .where('toAddress', '=', to)
    .orderBy('id')
    .execute()
  return mails.map(({ subject }) => subject)
}

/** Lists the acts on a pause. */
async function listActions(programId: bigint) {
  const lines = await database.db
    .selectFrom('auditLine')
    .select('action')
    .where('target', '=', `program:${programId}`)
    .where('action', 'in', ['program.announce_pause', 'program.pause', 'program.resume'])
    .orderBy('id')
    .execute()
  return lines.map(({ action }) => action)
}
