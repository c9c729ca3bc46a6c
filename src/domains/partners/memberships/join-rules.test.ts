import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMembership, listMembershipEvents } from '#domains/programmes/programs/queries/memberships.ts'
import { decideMembership } from '#domains/programmes/programs/commands/decide-membership.ts'
import type { PromotionMethod } from '#kernel/lists/promotion-methods.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { joinByRules } from './commands/join-by-rules.ts'
import { joinRuleRoutes } from './routes/join-rule-routes.ts'

const path = '/api/v1/brand/join-rules'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>
let shop: Awaited<ReturnType<typeof makeProgram>>

const rules = [
  { action: 'refuse', methods: ['Coupons'], text: 'No coupon sites' },
  { action: 'ask', methods: ['SEM'], text: 'Which words?' },
  { action: 'accept', methods: ['Email'] },
]

beforeAll(async () => {
  ctx = testContext(database.db)
  server = await createTestServer(database.db, joinRuleRoutes)
  shop = await makeProgram(ctx)
})
afterAll(() => server.close())

const post = (part: string, json: object) => server.post(`${path}${part}`, { as: shop.advertiser, json })

async function join(methods: PromotionMethod[]) {
  const { publisherId, email } = await makePublisher(ctx)
  const key = { programId: shop.programId, publisherId }
  const { status } = await joinByRules(ctx, { ...key, methods })
  const mails = await ctx.db.selectFrom('mail').select('textBody').where('toAddress', '=', email).execute()
  const events = await listMembershipEvents(ctx.db, key)
  return { status, events, key, mail: mails[0]?.textBody, membership: await findMembership(ctx.db, key) }
}

test('rules decide a request when it is made, and the history names the rule', async () => {
  expect((await join(['Coupons'])).status).toBe('pending')
  expect((await post('', { version: 0, rules })).json()).toMatchObject({ version: 1 })

  const refused = await join(['Coupons', 'Email'])
  expect(refused).toMatchObject({ status: 'declined', membership: { reason: 'No coupon sites', dueAt: null } })
  expect(refused.mail).toContain('No coupon sites')
  expect(refused.events.at(-1)).toMatchObject({ kind: 'decline', actedAs: 'system', ruleNo: 1 })
  // Who was declined before does not join without a person.
  const again = await joinByRules(ctx, { ...refused.key, methods: ['Email'] })
  expect(again.status).toBe('pending')

  const asked = await join(['SEM'])
  expect(asked).toMatchObject({ status: 'pending', membership: { question: 'Which words?' } })
  expect(asked.events.at(-1)).toMatchObject({ kind: 'ask', ruleNo: 2 })
  expect(asked.mail).toContain('Which words?')

  const accepted = await join(['Email'])
  expect(accepted).toMatchObject({ status: 'joined' })
  expect(accepted.events.at(-1)).toMatchObject({ kind: 'approve', actedAs: 'system', ruleNo: 3 })

  const other = await join([])
  expect(other).toMatchObject({ status: 'pending', membership: { question: '' } })
})

test('a publisher cannot ask, answer and leave without end', async () => {
  const { publisherId } = await makePublisher(ctx)
  const key = { programId: shop.programId, publisherId }
  for (let made = 0; made < 10; made += 1) {
    await joinByRules(ctx, { ...key, methods: ['Coupons'] })
  }
  await expect(joinByRules(ctx, { ...key, methods: ['Coupons'] })).rejects.toThrow('too_many_attempts')
})

test('a version that somebody else has changed meanwhile, and a wrong rule, are refused', async () => {
  const { version } = (await server.get(path, { as: shop.advertiser })).json().data
  expect((await post('', { version: version - 1, rules })).statusCode).toBe(409)
  const wrong = { action: 'refuse', min_site_days: 10, max_site_days: 5 }
  const refused = await post('', { version, rules: [wrong] })
  expect(refused.json()).toMatchObject({ field: 'rules.0.text' })
  expect((await server.get(path, { as: shop.advertiser })).json().data.version).toBe(version)
})

test('a dry run compares rules with what persons decided, and changes nothing', async () => {
  const operator = { ...ctx, actor: shop.advertiser }
  const decided = await join([])
  await decideMembership(operator, { ...decided.key, decision: 'approve' })
  const before = await server.get(path, { as: shop.advertiser })
  const run = (await post('/dry-run', { rules: [{ action: 'refuse', text: 'Nobody' }] })).json().data
  expect(run).toMatchObject({ unmatched: 0, compared: 1, agreed: 0, by_rule: [{ rule_no: 1, count: run.requests }] })
  expect(run.differences).toMatchObject([{ publisher_id: Number(decided.key.publisherId), rule_no: 1 }])
  expect((await server.get(path, { as: shop.advertiser })).body).toBe(before.body)
})
