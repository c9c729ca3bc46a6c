import { beforeAll, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { listMembershipHistory, listProgramHistory } from './queries.ts'
import { viewHistory } from './views.ts'

const database = await openTestDatabase()
let ctx: Ctx

beforeAll(async () => {
  ctx = testContext(database.db)
  const advertiser = { ...ctx, actor: await makeAccount(ctx, 'advertiser') }
  const operator = { ...ctx, actor: await makeAccount(ctx, 'operator') }
  const target = 'program:7'
  await audit(advertiser, { action: 'terms.publish', target, details: { version: 2, told: 5 } })
  await audit(operator, { action: 'domain.declare', target: 'advertiser:3', details: { host: 'shop.example' } })
  await audit(operator, { action: 'membership.approve', target, details: { publisherId: 4n } })
  await audit(ctx, { action: 'membership.request', target, details: { publisherId: 5n } })
  await audit(advertiser, { action: 'terms.publish', target: 'program:8', details: { version: 9 } })
  await audit(advertiser, { action: 'account.sign-in', target, details: {} })
})
test('a programme has the acts on it and its advertiser, with the names of the own side alone', async () => {
  const rows = await listProgramHistory(database.db, { programId: 7n, advertiserId: 3n })
  const [published, declared, ...others] = viewHistory(rows, 'advertiser')
  expect(others).toEqual([])
  expect(published).toMatchObject({ action: 'terms.publish', acted_as: 'advertiser', details: { version: '2' } })
  expect(published?.details).toEqual({ version: '2' })
  expect(published?.acted_by).not.toBeNull()
  expect(declared).toMatchObject({ acted_as: 'operator', acted_by: null, details: { host: 'shop.example' } })
})

test('a relationship has the acts on it alone, and operators read all names', async () => {
  const rows = await listMembershipHistory(database.db, { programId: 7n, publisherId: 4n })
  const lines = viewHistory(rows, 'operator')
  expect(lines).toMatchObject([{ action: 'membership.approve', acted_as: 'operator' }])
  expect(lines[0]?.acted_by).not.toBeNull()
})

test('a relationship has the acts that name its publisher among others', async () => {
  const add = (publisherIds: bigint[]) =>
    audit(ctx, { action: 'publisher_tag.add', target: 'program:9', details: { tag: 'blogs', publisherIds } })
  await add([40n, 41n])
  await add([4n])
  const rows = await listMembershipHistory(database.db, { programId: 9n, publisherId: 40n })
  expect(viewHistory(rows, 'advertiser')).toMatchObject([{ action: 'publisher_tag.add', details: { tag: 'blogs' } }])
})
