import { beforeAll, expect, test } from 'vitest'
import { callInProcess } from '#platform/server/http/route.ts'
import type { RequestCtx } from '#platform/server/http/route.ts'
import type { Ctx } from '#platform/server/context.ts'
import { OutboundError } from '#platform/server/outbound/outbound-client.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeMember } from '#test/support/network-fixtures.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import { advanceDecisionFiles } from '#domains/orders/transactions/commands/advance-decision-files.ts'
import { changeRole, removeMember } from '#domains/people/teams/commands/change-member.ts'
import { getLapse } from '#domains/people/teams/rules.ts'
import { askFetch, removeDecisionSource, setDecisionSource, takeOverDecisionSource } from './commands/change-source.ts'
import { fetchDecisions } from './commands/fetch-decisions.ts'
import { getDecisionSourceCall } from './contract.ts'
import { describeFault } from './mails.ts'
import { decisionSourceRoutes } from './routes.ts'

const database = await openTestDatabase()
let ctx: Ctx

beforeAll(async () => {
  ctx = testContext(database.db)
})
const url = 'https://shop.example/decisions.csv'

/** Offers answers one after another, as the guarded client gives them. */
function offer(...answers: (string | { status: number } | OutboundError)[]) {
  const client = {
    get: async () => {
      const answer = answers.shift() ?? ''
      if (answer instanceof OutboundError) throw answer
      const page = typeof answer === 'string' ? { status: 200, body: answer } : { ...answer, body: '' }
      return { url, headers: {}, ...page } as never
    },
  }
  return { client }
}

const later = (hours: number): Ctx => ({ ...ctx, now: new Date(ctx.now.getTime() + hours * 3_600_000) })
/** A context in which a member of the advertiser's team acts. */
const asMember = async (advertiserId: bigint): Promise<Ctx> => {
  return { ...ctx, actor: await makeMember(ctx, { advertiserId, role: 'validator' }) }
}
const readSource = (advertiserId: bigint) =>
  database.db.selectFrom('decisionSource').selectAll().where('advertiserId', '=', advertiserId).executeTakeFirst()

test('a file is fetched at its hour, decides once, and a failure is mailed once', async () => {
  const fixtures = await createOrderFixtures(database.db)
  const { advertiserId } = fixtures
  const { transactionId, publisherId } = await recordPending(ctx, fixtures)
  await setDecisionSource(await asMember(advertiserId), { advertiserId, url, mode: 'valid', hour: 6 })
  const file = `transaction_id,action\n${transactionId},confirm\n`
  await fetchDecisions(ctx, offer(file))
  expect(await readSource(advertiserId)).toMatchObject({ fetchedAt: null })
  await fetchDecisions(later(24), offer(file))
  const fetched = await readSource(advertiserId)
  expect(fetched).toMatchObject({ fault: null, failures: 0, fileId: expect.any(String) })
  await advanceDecisionFiles(later(24))
  const { status } = await database.db
    .selectFrom('transactionState')
    .select('status')
    .where('publisherId', '=', publisherId)
    .where('transactionId', '=', transactionId)
    .executeTakeFirstOrThrow()
  expect(status).toBe('CONFIRMED')
  await fetchDecisions(later(48), offer(file))
  expect((await readSource(advertiserId))?.fileId).toBe(fetched?.fileId)
  for (const [hours, answer, fault] of [
    [72, { status: 404 }, 'status 404'],
    [74, 'not,a,file\n', 'unusable'],
    [76, new OutboundError('too_many_redirects', 'round'), 'too_many_redirects'],
    [78, new OutboundError('refused', 'private'), 'refused'],
  ] as const) {
    await fetchDecisions(later(hours), offer(answer))
    expect(await readSource(advertiserId)).toMatchObject({ fault, fileId: fetched?.fileId })
    expect(describeFault(fault, 'en')).toMatch(/404|header|too often|public/)
  }
  const mails = await database.db
    .selectFrom('mail')
    .select('subject')
    .where('subject', 'like', '%shop.example%')
    .execute()
  expect(mails).toHaveLength(1)
})

test('a file is fetched at once where its brand asks for it, and not after it was removed', async () => {
  const { advertiserId } = await createOrderFixtures(database.db)
  await expect(askFetch(ctx, { advertiserId })).rejects.toThrow('transaction.no_source')
  await setDecisionSource(await asMember(advertiserId), { advertiserId, url, mode: 'check', hour: 6 })
  await askFetch(ctx, { advertiserId })
  await fetchDecisions(ctx, offer({ status: 500 }))
  expect(await readSource(advertiserId)).toMatchObject({ fault: 'status 500', failures: 1 })
  await removeDecisionSource(ctx, { advertiserId })
  expect(await readSource(advertiserId)).toBeUndefined()
})

test('what fails for one brand does not hold up another', async () => {
  const [first, second] = [await createOrderFixtures(database.db), await createOrderFixtures(database.db)]
  for (const { advertiserId } of [first, second]) {
    await setDecisionSource(await asMember(advertiserId), { advertiserId, url, mode: 'check', hour: 6 })
    await askFetch(ctx, { advertiserId })
  }
  const { client, ...services } = offer('transaction_id,action\nunknown,confirm\n')
  let calls = 0
  const failing = async () => {
    calls += 1
    if (calls === 1) throw new Error('out of memory')
    return client.get()
  }
  const run = fetchDecisions(ctx, { ...services, client: { get: failing } })
  await expect(run).rejects.toThrow('were not fetched')
  const fetched = [await readSource(first.advertiserId), await readSource(second.advertiserId)]
  expect(fetched.map((source) => source?.fetchedAt ?? null).filter((at) => at !== null)).toHaveLength(1)
  for (const { advertiserId } of [first, second]) await removeDecisionSource(ctx, { advertiserId })
})

test('a slow brand does not hold up the others, of which a few are fetched at once', async () => {
  const advertisers = await Promise.all(Array.from({ length: 6 }, () => createOrderFixtures(database.db)))
  for (const [index, { advertiserId }] of advertisers.entries()) {
    await setDecisionSource(await asMember(advertiserId), {
      advertiserId,
      url: `${url}?brand=${index}`,
      mode: 'check',
      hour: 6,
    })
    await askFetch(ctx, { advertiserId })
  }
  const { client, ...services } = offer()
  const slow = Promise.withResolvers<void>()
  let [running, most] = [0, 0]
  const get = async (address: string) => {
    running += 1
    most = Math.max(most, running)
    if (address.endsWith('brand=0')) await slow.promise
    running -= 1
    return client.get()
  }
  const run = fetchDecisions(ctx, { ...services, client: { get } })
  const others = advertisers.slice(1).map(({ advertiserId }) => advertiserId)
  const areFetched = async () => (await Promise.all(others.map(readSource))).every((source) => source?.fetchedAt)
  await expect.poll(areFetched).toBe(true)
  slow.resolve()
  await run
  expect(most).toBeLessThanOrEqual(4)
  for (const { advertiserId } of advertisers) await removeDecisionSource(ctx, { advertiserId })
})

test('the address is read by those who decide, and its origin by the others of the team', async () => {
  const { advertiserId } = await createOrderFixtures(database.db)
  await setDecisionSource(await asMember(advertiserId), {
    advertiserId,
    url: `${url}?key=secret`,
    mode: 'check',
    hour: 6,
  })
  const read = async (role: 'validator' | 'viewer') => {
    const actor = await makeMember(ctx, { advertiserId, role })
    const reader = { ...ctx, actor, locale: 'en' } as RequestCtx
    return (await callInProcess(decisionSourceRoutes, reader)(getDecisionSourceCall)).data?.url
  }
  expect(await read('validator')).toBe(`${url}?key=secret`)
  expect(await read('viewer')).toBe('https://shop.example')
})

test('a file stops when its member may not decide any more, until another member takes it over', async () => {
  const { advertiserId } = await createOrderFixtures(database.db)
  const owner = await makeMember(ctx, { advertiserId, role: 'owner' })
  const lead = { ...ctx, actor: owner }
  const other = await asMember(advertiserId)
  const run = async () => {
    const now = later(100)
    await database.db
      .updateTable('decisionSource')
      .set({ dueAt: now.now })
      .where('advertiserId', '=', advertiserId)
      .execute()
    await fetchDecisions(now, offer('transaction_id,action\nunknown,confirm\n'))
    return readSource(advertiserId)
  }
  for (const reason of ['role', 'left'] as const) {
    const setter = await makeMember(ctx, { advertiserId, role: 'validator' })
    await setDecisionSource({ ...ctx, actor: setter }, { advertiserId, url, mode: 'valid', hour: 6 })
    expect(await run()).toMatchObject({ stoppedAt: null, setBy: setter.accountId })
    const memberId = await findMemberId(setter)
    if (reason === 'role') await changeRole(lead, { advertiserId, memberId, role: 'viewer' })
    else await removeMember(lead, { advertiserId, memberId })
    const view = await readView(other)
    expect(view).toMatchObject({ stopped: reason, set_by: { name: setter.displayName, is_self: false } })
    const fetchedAt = (await readSource(advertiserId))?.fetchedAt
    expect(await run()).toMatchObject({ stopReason: reason, fetchedAt })
    await run()
    await expect(askFetch(other, { advertiserId })).rejects.toThrow('transaction.source_stopped')
    await takeOverDecisionSource(other, { advertiserId })
    expect(await readView(other)).toMatchObject({ stopped: null, set_by: { is_self: true } })
    expect(await run()).toMatchObject({ stoppedAt: null, fault: null })
  }
  const mails = await database.db.selectFrom('mail').select('subject').where('toAddress', '=', owner.email).execute()
  expect(mails.filter(({ subject }) => subject.includes('has stopped'))).toHaveLength(2)
  await removeDecisionSource(lead, { advertiserId })
  await expect(takeOverDecisionSource(lead, { advertiserId })).rejects.toThrow('transaction.no_source')
})

const readView = async (member: Ctx) => {
  const reader = { ...member, locale: 'en' } as RequestCtx
  return (await callInProcess(decisionSourceRoutes, reader)(getDecisionSourceCall)).data
}

async function findMemberId({ accountId }: { accountId: bigint }): Promise<bigint> {
  const own = database.db.selectFrom('teamMember').select('id').where('accountId', '=', accountId)
  return (await own.executeTakeFirstOrThrow()).id
}

test.each([
  [undefined, 'left'],
  [{ role: 'validator', joinedAt: new Date(0) }, undefined],
  [{ role: 'agency', joinedAt: new Date(1) }, undefined],
  [{ role: 'validator', joinedAt: new Date(2) }, 'left'],
  [{ role: 'finance', joinedAt: new Date(0) }, 'role'],
  [{ role: 'owner', joinedAt: new Date(0), isBlocked: true }, 'role'],
] as const)('what a member set up goes on while the same membership has the right: %j', (member, lapse) => {
  expect(getLapse(member, { act: 'decide', since: new Date(1) })).toBe(lapse)
})
