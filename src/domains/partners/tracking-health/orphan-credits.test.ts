import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseClaim } from '#domains/figures/claims/commands/decide-claim.ts'
import { fileClaim } from '#domains/figures/claims/commands/file-claim.ts'
import { listClaimEvents } from '#domains/figures/claims/queries.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { DAY_MS, toDay } from '#kernel/days.ts'
import { joinProgram, see } from '#test/support/claim-shop.ts'
import { testContext } from '#test/support/context.ts'
import { makeMember } from '#test/support/network-fixtures.ts'
import { openPostbackFixtures } from '#test/support/postback-shop.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { creditOrphan } from './commands/credit-orphan.ts'
import type { OrphanDetail, OrphanView } from './contract/orphans.ts'
import { postbackRoutes } from './routes/postback-routes.ts'

const { database, fixtures, shop, nextOrder, close } = await openPostbackFixtures()
const { db } = database
const { advertiserId, publisherId, siteId } = fixtures
const ctx = testContext(db)
let server: Awaited<ReturnType<typeof createTestServer>>
let as: AccountActor

beforeAll(async () => {
  server = await createTestServer(db, postbackRoutes({ tokens: fixtures.source }))
  as = await makeMember(ctx, { advertiserId, role: 'validator' })
})
afterAll(async () => {
  await server.close()
  await close()
})

const list = async (query = '') =>
  (await server.get(`/api/v1/brand/orphans${query}`, { as })).json<{ data: { orphans: OrphanView[] } }>().data.orphans
const read = async (postbackId: string) =>
  (await server.get(`/api/v1/brand/orphans/${postbackId}`, { as })).json<{ data: OrphanDetail | null }>().data
const act = (path: string, body?: object, by = as) =>
  server.post(`/api/v1/brand/orphans/${path}`, { as: by, json: body })
const credit = (postbackId: string) =>
  act(`${postbackId}/credit`, { publisher_id: Number(publisherId), note: 'Sorry.' })

/** Reports an order with a click that is too old, and answers the id of its postback. */
async function report(orderRef: string, parameters: Record<string, string> = {}): Promise<string> {
  const click = await fixtures.makeClick({ agoMs: 40 * DAY_MS, sub1: 'mail' })
  await shop.send({ click_id: click, order_id: orderRef, amount: '20', ...parameters })
  const found = (await list()).find(({ order_id: id }) => id === orderRef)
  return found?.postback_id ?? ''
}

test('is credited to a publisher who joined, once, with what the click says and a mail', async () => {
  const orderRef = nextOrder()
  const postbackId = await report(orderRef)
  expect((await read(postbackId))?.credits).toMatchObject([{ problem: 'This publisher never joined your programme.' }])
  expect((await credit(postbackId)).statusCode).toBe(409)
  await joinProgram(ctx, { advertiserId, publisherId })
  const [offered] = (await read(postbackId))?.credits ?? []
  const named = { publisher_id: Number(publisherId), site_name: 'Notes', clue: 'click', problem: null }
  expect(offered).toMatchObject({ ...named, commission: '2.0000', fee: expect.any(String) })
  const answers = await Promise.all([credit(postbackId), credit(postbackId)])
  const shown = await server.get(`/api/v1/brand/postbacks/${postbackId}`, { as })
  expect(shown.json().data).toMatchObject({ result: 'rejected', credited: { publisher_id: Number(publisherId) } })
  const [first, second] = answers.map((answer) => answer.json<{ claim_id: string; transaction_id: string }>())
  expect(second).toEqual(first)
  const order = await db
    .selectFrom('transaction')
    .selectAll()
    .where('orderRef', '=', orderRef)
    .executeTakeFirstOrThrow()
  const of = { publisherId, siteId, attribution: 'claim', channel: 'claim', commission: 20_000n, sub1: 'mail' }
  expect(order).toMatchObject({ ...of, id: first?.transaction_id, claimId: first?.claim_id })
  expect(toDay(order.transactionAt)).toBe(toDay(ctx.now))
  const claim = await db.selectFrom('claim').selectAll().where('orderRef', '=', orderRef).executeTakeFirstOrThrow()
  expect(claim).toMatchObject({ origin: 'advertiser', status: 'accepted', transactionId: order.id })
  const events = await listClaimEvents(db, { claimId: claim.id })
  expect(events.map(({ kind, actedAs, actedBy }) => [kind, actedAs, actedBy])).toEqual([
    ['credited', 'advertiser', as.accountId],
    ['accepted', 'advertiser', as.accountId],
  ])
  const mails = await db.selectFrom('mail').selectAll().where('subject', 'like', `%${orderRef}%`).execute()
  expect(mails.map(({ subject, textBody }) => [subject, textBody.includes('Sorry.')])).toEqual([
    [`Order ${orderRef} is credited to you`, true],
  ])
  expect([await list(), await read(postbackId)]).toEqual([[], null])
  const again = await shop.send({ click_id: await fixtures.makeClick(), order_id: orderRef, amount: '20' })
  expect(again).toMatchObject({ result: 'duplicate', transaction_id: order.id })
})

test('leads to the claim that waits for it, and can be credited by it once the claim was refused', async () => {
  const orderRef = nextOrder()
  const postbackId = await report(orderRef)
  const site = await db.selectFrom('site').select('key').where('id', '=', siteId).executeTakeFirstOrThrow()
  const order = { orderRef, event: 'sale', orderedOn: toDay(ctx.now), amount: 300_000n, currency: 'USD' }
  const input = { publisherId, advertiserId, siteKey: site.key, ...order, text: 'It is missing.' }
  const { claimId, status } = await fileClaim(ctx, input)
  expect([status, (await read(postbackId))?.credits]).toMatchObject([
    'answered',
    [{ clue: 'claim', claim_id: claimId, problem: null }],
  ])
  await db.updateTable('claim').set({ status: 'waiting', dueAt: ctx.now }).where('id', '=', claimId).execute()
  const [waiting] = (await read(postbackId))?.credits ?? []
  expect(waiting?.problem).toBe('There is a claim for this order. Decide the claim instead.')
  expect((await credit(postbackId)).json()).toMatchObject({ code: 'claim.open' })
  const seen = { ...(await see(ctx, claimId)), scope: { advertiserId } }
  await refuseClaim(ctx, { ...seen, reason: 'NOT_PROVED', note: 'No.' })
  const silent = await act(`${postbackId}/credit`, { publisher_id: Number(publisherId) })
  expect([silent.statusCode, silent.body]).toEqual([422, expect.stringContaining('why the order value is another one')])
  expect((await credit(postbackId)).json()).toMatchObject({ claim_id: claimId })
  const claim = await db.selectFrom('claim').selectAll().where('id', '=', claimId).executeTakeFirstOrThrow()
  expect(claim).toMatchObject({ origin: 'publisher', status: 'accepted', amount: 300_000n })
  const [last] = (await listClaimEvents(db, { claimId })).toReversed()
  expect(last).toMatchObject({ kind: 'accepted', actedAs: 'advertiser', amount: 200_000n, note: 'Sorry.' })
})

test('is credited again by any postback that reported it, when a claim alone suggests the publisher', async () => {
  const orderRef = nextOrder()
  const site = await db.selectFrom('site').select('key').where('id', '=', siteId).executeTakeFirstOrThrow()
  const order = { orderRef, event: 'sale', orderedOn: toDay(ctx.now), amount: 200_000n, currency: 'USD' }
  const { claimId } = await fileClaim(ctx, { publisherId, advertiserId, siteKey: site.key, ...order, text: 'Missing.' })
  const send = () => shop.send({ order_id: orderRef, amount: '20' })
  await send()
  const first = (await list()).find(({ order_id: id }) => id === orderRef)?.postback_id ?? ''
  await send()
  expect(await read(first)).toMatchObject({ order_id: orderRef, tries: 2, credits: [{ clue: 'claim', problem: null }] })
  const once = (await credit(first)).json()
  expect(once).toMatchObject({ claim_id: claimId })
  expect((await credit(first)).json()).toEqual(once)
})

test('is credited to nobody who is not suggested, by no other brand, and not after it was recorded', async () => {
  const orderRef = nextOrder()
  const postbackId = await report(orderRef)
  expect((await act(`${postbackId}/credit`, { publisher_id: 999_999 })).statusCode).toBe(404)
  const { advertiserId: otherId } = fixtures.otherAdvertiser
  const other = await makeMember(ctx, { advertiserId: otherId, role: 'owner' })
  for (const verb of ['credit', 'dismiss', 'restore']) {
    const body = { credit: { publisher_id: Number(publisherId) }, dismiss: { reason: 'OTHER' }, restore: undefined }[
      verb
    ]
    expect((await act(`${postbackId}/${verb}`, body, other)).statusCode).toBe(404)
  }
  await shop.send({ click_id: await fixtures.makeClick(), order_id: orderRef, amount: '20' })
  for (const answer of [await credit(postbackId), await act(`${postbackId}/dismiss`, { reason: 'OTHER' })]) {
    expect(answer.json()).toMatchObject({ code: 'claim.recorded' })
  }
})

test('an order too old, a test and one without a readable amount are not credited', async () => {
  const late = { ...ctx, now: new Date(ctx.now.getTime() + 91 * DAY_MS) }
  const own = { advertiserId, tokens: fixtures.source, publisherId, note: '' }
  const old = await report(nextOrder())
  await expect(creditOrphan(late, { ...own, postbackId: old })).rejects.toThrow('claim.too_old')
  await db
    .insertInto('rollupAdvertiser')
    .values({ ...FIGURES, publisherId, advertiserId, day: toDay(ctx.now), clicks: 30n })
    .execute()
  const orderRef = nextOrder()
  await shop.send({ order_id: orderRef, amount: 'much' })
  const [unread] = await list()
  expect(unread).toMatchObject({ order_id: orderRef, suggestions: [{ clue: 'share', percent: 100 }] })
  expect((await credit(unread?.postback_id ?? '')).json()).toMatchObject({ code: 'orphan.unreadable' })
})

const sums = { transactions: 0n, cancelledTransactions: 0n, orderValue: 0n, commission: 0n }
const FIGURES = { ...sums, confirmedTransactions: 0n, confirmedOrderValue: 0n, confirmedCommission: 0n, fee: 0n }

test('is put aside with a reason, and taken back', async () => {
  const orderRef = nextOrder()
  const postbackId = await report(orderRef)
  const isListed = async (query = '') => (await list(query)).some(({ order_id: id }) => id === orderRef)
  expect((await act(`${postbackId}/restore`)).statusCode).toBe(404)
  expect((await act(`${postbackId}/dismiss`, { reason: 'NOT_FROM_PUBLISHER' })).statusCode).toBe(200)
  expect([await isListed(), await isListed('?dismissed=1')]).toEqual([false, true])
  expect(await read(postbackId)).toMatchObject({ dismissal: { reason: 'NOT_FROM_PUBLISHER' } })
  expect((await credit(postbackId)).json()).toMatchObject({ code: 'orphan.dismissed' })
  await act(`${postbackId}/restore`)
  expect([await isListed(), await isListed('?dismissed=1')]).toEqual([true, false])
})

test('is credited and claimed until the last decision of a closed programme, and not after it', async () => {
  const { programId } = await db.selectFrom('program').select('id as programId').executeTakeFirstOrThrow()
  const orderRef = nextOrder()
  const postbackId = await report(orderRef)
  await updateProgram(ctx, { programId, status: 'closed' })
  const closeAt = (days: number) => {
    const closedAt = new Date(ctx.now.getTime() - days * DAY_MS)
    return db.updateTable('program').set({ closedAt, closesAt: closedAt }).where('id', '=', programId).execute()
  }
  const readProblem = async () => (await read(postbackId))?.credits[0]?.problem
  await closeAt(10)
  expect(await readProblem()).toBeNull()
  await closeAt(400)
  expect(await readProblem()).toContain('has ended')
  expect((await credit(postbackId)).json()).toMatchObject({ code: 'claim.programme_ended' })
  const claim = { publisherId, advertiserId, siteKey: '', orderRef, event: 'sale', amount: 20_0000n }
  const filed = fileClaim(ctx, { ...claim, orderedOn: toDay(ctx.now), currency: 'USD', text: 'Mine' })
  await expect(filed).rejects.toThrow('claim.programme_ended')
})
