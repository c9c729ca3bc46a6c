import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSite } from '#domains/people/publishers/commands/publishers.ts'
import { leaveProgram } from '#domains/programmes/programs/commands/leave-program.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { makeLinkedPair } from '#test/support/click-fixtures.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount, makeMember, makePublisher, makeSubAccount } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { searchRoutes } from './routes.ts'
import type { FoundName } from './contract.ts'
import { clickTokenKey } from '#domains/tracking/tracking/routes/click-token.ts'

const database = await openTestDatabase()
const ctx = () => testContext(database.db)
let server: Awaited<ReturnType<typeof createTestServer>>
let operator: AccountActor
let pair: Awaited<ReturnType<typeof makeLinkedPair>>
let other: Awaited<ReturnType<typeof makeLinkedPair>>

beforeAll(async () => {
  server = await createTestServer(database.db, searchRoutes(clickTokenKey(Buffer.alloc(32, 7))))
  operator = await makeAccount(ctx(), 'operator')
  pair = await makeLinkedPair(ctx())
  other = await makeLinkedPair(ctx())
  await rename(pair.publisherId, 'Quiet Harbour')
  await rename(other.publisherId, 'Harbour & Hill')
  for (let index = 0; index < 25; index++) await makePublisher(ctx())
})

afterAll(() => server.close())

async function rename(publisherId: bigint, name: string): Promise<void> {
  await database.db.updateTable('publisher').set({ name }).where('id', '=', publisherId).execute()
}

async function find(as: AccountActor, address: string): Promise<FoundName[]> {
  const answer = await server.get(`/api/v1/names/${address}`, { as })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: { names: FoundName[] } }>().data.names
}

const names = async (as: AccountActor, address: string) => (await find(as, address)).map(({ name }) => name)
const ids = async (as: AccountActor, address: string) => (await find(as, address)).map(({ id }) => id)

describe('an operator', () => {
  test('finds publishers by the beginning of the name, then by a part of it, and by their number', async () => {
    expect(await names(operator, 'publishers?q=harbour')).toEqual(['Harbour & Hill', 'Quiet Harbour'])
    expect(await names(operator, 'publishers?q=QUIET+h')).toEqual(['Quiet Harbour'])
    expect(await find(operator, `publishers?q=${pair.publisherId}`)).toContainEqual({
      id: String(pair.publisherId),
      name: 'Quiet Harbour',
      detail: `#${pair.publisherId}`,
    })
    expect(await names(operator, 'publishers?q=%25')).toEqual([])
    expect(await names(operator, 'publishers?q=__')).toEqual([])
  })

  test('gets no more than 20 names, those that were chosen last first', async () => {
    const { publisherId: first } = pair
    const { publisherId: second } = other
    const found = await ids(operator, `publishers?recent=${first},${second},999999`)
    expect(found.slice(0, 2)).toEqual([String(first), String(second)])
    expect(found).toHaveLength(20)
    expect(new Set(found).size).toBe(20)
    expect(await ids(operator, `publishers?q=hill&recent=${first},${second}`)).toEqual([String(second)])
    expect(await ids(operator, `publishers?q=harbour&recent=${first}`)).toEqual([String(first), String(second)])
  })

  test('reads the name of one that is chosen, and nothing of an unknown one', async () => {
    expect(await names(operator, `publishers?id=${pair.publisherId}`)).toEqual(['Quiet Harbour'])
    expect(await names(operator, `advertisers?id=${pair.advertiserId}`)).toHaveLength(1)
    expect(await names(operator, 'publishers?id=999999')).toEqual([])
    expect(await names(operator, 'publishers?id=abc')).toEqual([])
  })

  test('finds the sites of an advertiser by their publisher, their name and their key', async () => {
    const of = `advertiser_id=${pair.advertiserId}`
    for (const q of ['quiet', 'blo', pair.siteKey]) {
      expect(await names(operator, `sites?q=${q}&${of}`), q).toEqual(['Quiet Harbour · Blog'])
    }
    expect(await names(operator, 'sites?q=quiet')).toEqual([])
  })
})

test('a brand finds those who have joined its programme, and no others', async () => {
  const viewer = await makeMember(ctx(), { advertiserId: pair.advertiserId, role: 'viewer' })
  for (const as of [pair.advertiser, viewer]) {
    expect(await names(as, 'publishers')).toEqual(['Quiet Harbour'])
    expect(await names(as, `publishers?q=harbour&recent=${other.publisherId}`)).toEqual(['Quiet Harbour'])
    expect(await names(as, `publishers?id=${other.publisherId}`)).toEqual([])
    expect(await ids(as, `sites?advertiser_id=${other.advertiserId}`)).toEqual([pair.siteKey])
    expect(await names(as, 'advertisers')).toEqual([])
  }
})

test('a publisher and its sub-accounts find the brands whose programmes it has joined or left', async () => {
  const { publisher, publisherId, programId, advertiserId } = await makeLinkedPair(ctx())
  const { key: siteKey } = await createSite(ctx(), { publisherId, name: 'Second', url: 'https://second.example' })
  const reader = await makeSubAccount(ctx(), { publisherId, siteKey, access: 'read_only' })
  const check = async () => {
    for (const as of [publisher, reader]) {
      expect(await ids(as, 'advertisers')).toEqual([String(advertiserId)])
      expect(await ids(as, `advertisers?id=${pair.advertiserId}`)).toEqual([])
      expect(await ids(as, 'publishers')).toEqual([])
      expect(await ids(as, `sites?advertiser_id=${advertiserId}`)).toEqual([])
    }
  }
  await check()
  await leaveProgram(ctx(), { programId, publisherId })
  await check()
})
