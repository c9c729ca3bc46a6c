import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveActor } from '#app/actor.ts'
import { erasure } from '#app/privacy.ts'
import { authenticateKey } from '#domains/people/api-keys/commands/authenticate-key.ts'
import { createKey } from '#domains/people/api-keys/commands/create-key.ts'
import { findKey } from '#domains/people/api-keys/queries.ts'
import { parseKey } from '#domains/people/api-keys/rules/key-text.ts'
import { eraseAccount } from '#domains/desk/privacy/commands/erase-account.ts'
import { createSite } from '#domains/people/publishers/commands/publishers.ts'
import type { AccountActor } from '#kernel/actor.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount, makePublisher, makeSubAccount } from '#test/support/network-fixtures.ts'
import { openSession } from '#test/support/sessions.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { beginState } from './commands/change-state.ts'
import { closeErasedAccount } from './privacy.ts'
import { closeOwnAccountCall, getOwnStatesCall, reopenOwnAccountCall } from './contract.ts'
import { accountStateRoutes } from './routes.ts'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let ctx: Ctx
let operator: AccountActor

beforeAll(async () => {
  ctx = testContext(database.db)
  server = await createTestServer(database.db, accountStateRoutes)
  operator = await makeAccount(ctx, 'operator')
})

afterAll(() => server.close())

type Publisher = Awaited<ReturnType<typeof makePublisher>>

const statesOf = ({ publisherId }: Publisher) => `/api/v1/operator/publishers/${publisherId}/states`
const change = (publisher: Publisher, act: '' | '/end', json: { state: string; reason?: string }) =>
  server.post(`${statesOf(publisher)}${act}`, { as: operator, json })
const readOwn = async (publisher: Publisher) =>
  (await server.get(getOwnStatesCall.path, { as: publisher })).json<{ data: Record<string, unknown> }>().data
const readMails = (publisher: Publisher) =>
  ctx.db
    .selectFrom('mail')
    .select(['subject', 'textBody'])
    .where('toAddress', '=', publisher.email)
    .orderBy('id')
    .execute()
const close = (publisher: Publisher) => {
  const as = { ...publisher, sessionId: 1n, passwordVerifiedAt: new Date() }
  return server.post(closeOwnAccountCall.path, { as, json: { reason: 'I move on' } })
}
const moveClosing = ({ publisherId }: Publisher, beganAt: Date) =>
  ctx.db.updateTable('accountState').set({ beganAt }).where('publisherId', '=', publisherId).execute()

test('an operator puts an account on hold and suspends it, and the publisher reads why, by mail too', async () => {
  const publisher = await makePublisher(ctx)
  expect(await readOwn(publisher)).toEqual({ state: 'active', open: [], history: [], reopen_until: null })
  expect((await change(publisher, '', { state: 'on_hold' })).json()).toMatchObject({ field: 'reason' })
  await change(publisher, '', { state: 'on_hold', reason: 'We wait for an answer.' })
  await change(publisher, '', { state: 'suspended', reason: 'Bought clicks' })
  const again = await change(publisher, '', { state: 'suspended', reason: 'again' })
  expect([again.statusCode, again.json().code]).toEqual([409, 'account_state.begun'])
  expect(await readOwn(publisher)).toMatchObject({
    state: 'suspended',
    open: [{ state: 'suspended', reason: 'Bought clicks', is_own: false }, { state: 'on_hold' }],
    reopen_until: null,
  })
  await change(publisher, '/end', { state: 'suspended', reason: 'Explained' })
  const notThere = await change(publisher, '/end', { state: 'suspended' })
  expect([notThere.statusCode, notThere.json().code]).toEqual([409, 'account_state.not_begun'])
  const { data } = (await server.get(statesOf(publisher), { as: operator })).json()
  expect(data).toMatchObject({
    state: 'on_hold',
    open: [{ state: 'on_hold' }],
    history: [
      { state: 'suspended', end_reason: 'Explained' },
      { state: 'on_hold', ended_at: null, end_reason: null },
    ],
  })
  const mails = await readMails(publisher)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your payouts from Tandem are on hold',
    'Your account with Tandem is suspended',
    'Your account with Tandem is active again',
  ])
  expect(mails[1]?.textBody).toContain('Reason: Bought clicks')
  const unknown = await server.get('/api/v1/operator/publishers/999999/states', { as: operator })
  expect(unknown.statusCode).toBe(404)
})

test('a publisher closes its account with its password, and reopens it within 14 days', async () => {
  const publisher = await makePublisher(ctx)
  const withoutPassword = await server.post(closeOwnAccountCall.path, { as: publisher, json: { reason: '' } })
  expect(withoutPassword.json()).toMatchObject({ code: 'password_required' })
  expect((await close(publisher)).statusCode).toBe(200)
  const own = await readOwn(publisher)
  expect(own).toMatchObject({ state: 'closed', open: [{ reason: 'I move on', is_own: true }] })
  expect(new Date(String(own['reopen_until'])).getTime()).toBeGreaterThan(Date.now() + 13 * 86_400_000)
  expect(await readMails(publisher)).toMatchObject([{ textBody: expect.stringContaining('less a fee of $5.00') }])

  const reopen = () => server.post(reopenOwnAccountCall.path, { as: { ...publisher, isClosed: true }, json: {} })
  expect((await reopen()).statusCode).toBe(200)
  expect(await readOwn(publisher)).toMatchObject({ state: 'active', open: [] })
  expect((await reopen()).json().code).toBe('account_state.not_begun')

  await close(publisher)
  await moveClosing(publisher, new Date(Date.now() - 14 * 86_400_000))
  expect(await readOwn(publisher)).toMatchObject({ state: 'closed', reopen_until: null })
  expect((await reopen()).json().code).toBe('account_state.final')
})

test('an account that its publisher closed can be closed by the network, which then reopens it', async () => {
  const publisher = await makePublisher(ctx)
  await close(publisher)
  await change(publisher, '', { state: 'closed', reason: 'Bought clicks' })
  expect(await readOwn(publisher)).toMatchObject({
    state: 'closed',
    open: [{ reason: 'Bought clicks', is_own: false }],
    history: [{ is_own: false }, { is_own: true, end_reason: 'Bought clicks' }],
    reopen_until: null,
  })
  const reopened = await server.post(reopenOwnAccountCall.path, { as: { ...publisher, isClosed: true }, json: {} })
  expect(reopened.json().code).toBe('account_state.final')
  const again = await change(publisher, '', { state: 'closed', reason: 'again' })
  expect(again.json().code).toBe('account_state.begun')
  expect((await close(publisher)).json().code).toBe('account_state.begun')
  expect((await readMails(publisher)).map(({ subject }) => subject)).toHaveLength(2)
})

test('only an operator reopens an account that the network closed', async () => {
  const publisher = await makePublisher(ctx)
  await change(publisher, '', { state: 'closed', reason: 'Terms broken' })
  expect(await readOwn(publisher)).toMatchObject({ state: 'closed', reopen_until: null })
  const reopened = await server.post(reopenOwnAccountCall.path, { as: { ...publisher, isClosed: true }, json: {} })
  expect(reopened.json().code).toBe('account_state.final')
  await change(publisher, '/end', { state: 'closed' })
  expect(await readOwn(publisher)).toMatchObject({ state: 'active' })
})

test('a closed account logs in to its money only; its sub-accounts and API keys have nothing', async () => {
  const publisher = await makePublisher(ctx)
  const { publisherId } = publisher
  const { key: siteKey } = await createSite(ctx, { publisherId, name: 'Blog', url: 'https://blog.example' })
  const sub = await makeSubAccount(ctx, { publisherId, siteKey, access: 'full' })
  const { text } = await createKey(ctx, { publisherId, name: 'CI', scopes: ['make_links'] })
  await openSession(ctx.db, { accountId: publisher.accountId, token: 'closing-owner' })
  await openSession(ctx.db, { accountId: sub.accountId, token: 'closing-sub' })
  const read = async () => {
    const [owner, ofSub] = await Promise.all([resolveActor(ctx, 'closing-owner'), resolveActor(ctx, 'closing-sub')])
    const key = await findKey(ctx.db, parseKey(text) ?? { prefix: '' })
    return [owner, ofSub, key] as const
  }
  expect(await read()).toMatchObject([{ publisherId }, { publisherId }, { publisherId }])
  await beginState(ctx, { publisherId, state: 'closed', reason: 'Terms broken' })
  const [owner, ofSub, key] = await read()
  expect(owner).toMatchObject({ publisherId, isClosed: true })
  expect(ofSub).toMatchObject({ subAccount: { access: 'full' } })
  expect(ofSub).not.toHaveProperty('publisherId')
  expect(key).toBeUndefined()
})

test('the API keys of a suspended account are refused with the reason, and work again afterwards', async () => {
  const publisher = await makePublisher(ctx)
  const { publisherId } = publisher
  const newKey = { publisherId, name: 'CI', scopes: ['make_links'] } satisfies Parameters<typeof createKey>[1]
  const { text } = await createKey(ctx, newKey)
  const presented = { text, isInAddress: false, ip: '192.0.2.1', addressKey: Buffer.alloc(32) }
  await beginState(ctx, { publisherId, state: 'suspended', reason: 'Bought clicks' })
  const refused = { details: { code: 'key.suspended', status: 403 } }
  await expect(authenticateKey(ctx, presented)).rejects.toMatchObject(refused)
  await expect(createKey(ctx, newKey)).rejects.toMatchObject(refused)
  await change(publisher, '/end', { state: 'suspended' })
  expect(await authenticateKey(ctx, presented)).toMatchObject({ publisherId })
})

test('the account of an erased publisher is closed without a mail, and its reasons are removed', async () => {
  const publisher = await makePublisher(ctx)
  const { publisherId } = publisher
  await change(publisher, '', { state: 'suspended', reason: 'Said by Mara' })
  await change(publisher, '/end', { state: 'suspended', reason: 'Mara explained it' })
  await ctx.db.transaction().execute((db) => closeErasedAccount({ ...ctx, db }, { publisherId }))
  const rows = await ctx.db.selectFrom('accountState').selectAll().where('publisherId', '=', publisherId).execute()
  expect(rows.map(({ state, reason, endReason }) => [state, reason, endReason])).toEqual([
    ['suspended', '', ''],
    ['closed', '', null],
  ])
  expect(await readMails(publisher)).toHaveLength(2)
})

test('an erased publisher is not written about any more, and its account is not reopened', async () => {
  const publisher = await makePublisher(ctx)
  const { publisherId } = publisher
  await close(publisher)
  await eraseAccount({ ...ctx, actor: publisher }, { ...publisher, erasure })
  const begun = await change(publisher, '', { state: 'on_hold', reason: 'Said by Mara' })
  expect([begun.statusCode, begun.json().code]).toEqual([409, 'account.erased'])
  const { data } = (await server.get(statesOf(publisher), { as: operator })).json()
  expect(data).toMatchObject({ state: 'closed', open: [{ reason: '' }], reopen_until: null })
  const closings = await ctx.db
    .selectFrom('auditLine')
    .select('action')
    .where('target', '=', `publisher:${publisherId}`)
    .where('action', '=', 'account-state.closed')
    .execute()
  expect(closings).toHaveLength(1)
})
