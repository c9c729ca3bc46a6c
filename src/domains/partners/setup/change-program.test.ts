import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import { findProgramByAdvertiser } from '#domains/programmes/programs/queries/programs.ts'
import type { AccountActor } from '#kernel/actor.ts'
import type { Ctx } from '#platform/server/context.ts'
import { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeProgram } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { setupRoutes } from './routes.ts'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  ctx = testContext(database.db)
  const outbound = new OutboundClient({ userAgent: 'test', resolve: async () => [], resolveTxt: async () => [] })
  server = await createTestServer(database.db, setupRoutes({ outbound, mintTestClick: () => 'test' }))
})
afterAll(() => server.close())

type Advertiser = AccountActor & { advertiserId: bigint }

async function change(advertiser: Advertiser, json: object) {
  const reply = await server.post('/api/v1/brand/program', { as: advertiser, json })
  return { status: reply.statusCode, ...reply.json<{ code?: string; field?: string }>() }
}

async function read({ advertiserId }: Advertiser) {
  const program = await findProgramByAdvertiser(ctx.db, { advertiserId })
  const { title, description, joinMode, countries, methods } = program ?? {}
  return { title, description, joinMode, countries, methods }
}

test('an opened programme is changed by its brand, with an audit line without its texts', async () => {
  const { advertiser, programId } = await makeProgram(ctx)
  const about = { title: 'Ada Gardens', description: 'Seeds', join_mode: 'review', countries: ['DE', 'GLOBAL'] }
  expect(await change(advertiser, about)).toEqual({ status: 200, success: true })
  const { join_mode: joinMode, ...same } = about
  expect(await read(advertiser)).toMatchObject({ ...same, joinMode })
  const line = await ctx.db
    .selectFrom('auditLine')
    .select(['action', 'actorAccountId', 'details'])
    .where('target', '=', `program:${programId}`)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(line).toMatchObject({ action: 'program.update', actorAccountId: advertiser.accountId })
  expect(line.details).toMatchObject({ fields: ['title', 'description', 'joinMode'] })
  expect(JSON.stringify(line.details)).not.toContain('Ada')
})

test('an opened programme permits more methods, but restricts none and keeps its click parameter', async () => {
  const { advertiser, programId } = await makeProgram(ctx)
  const policy = (stance: string) => ({ methods: [{ method: 'Cashback', stance }] })
  expect(await change(advertiser, policy('under_condition'))).toMatchObject({ status: 200 })
  expect(await change(advertiser, policy('allowed'))).toMatchObject({ status: 200 })
  const refused = { status: 409, code: 'setup.method_in_use', field: 'methods' }
  expect(await change(advertiser, policy('under_condition'))).toMatchObject(refused)
  expect(await change(advertiser, { methods: [] })).toMatchObject(refused)
  expect((await read(advertiser)).methods).toEqual([{ method: 'Cashback', policy: 'allowed' }])

  const parameter = { status: 409, code: 'setup.click_param_in_use', field: 'click_param' }
  expect(await change(advertiser, { title: 'Other', click_param: 'other' })).toMatchObject(parameter)
  expect((await read(advertiser)).title).not.toBe('Other')
  await updateProgram(ctx, { programId, methods: [], clickParam: 'other' })
  expect((await read(advertiser)).methods).toEqual([])
})

test('a programme is changed while it is paused, and not any more once it is closed', async () => {
  const { advertiser, programId } = await makeProgram(ctx)
  await updateProgram(ctx, { programId, status: 'paused' })
  expect(await change(advertiser, { title: 'Paused' })).toMatchObject({ status: 200 })
  await updateProgram(ctx, { programId, status: 'closed' })
  expect(await change(advertiser, { title: 'Closed' })).toMatchObject({ status: 409, code: 'setup.closed' })
})
