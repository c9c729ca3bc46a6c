import { expect } from 'vitest'
import { advertiserApiRoutes } from '#domains/desk/api/routes/advertiser-routes.ts'
import { reportRoutes } from '#domains/figures/reports/routes.ts'
import { invoiceRoutes } from '#domains/money/invoices/routes.ts'
import { receivePostback } from '#domains/orders/transactions/commands/receive-postback.ts'
import { createKey } from '#domains/people/api-keys/commands/create-key.ts'
import type { Db } from '#database'
import type { KeyScope } from '#kernel/key-scopes.ts'
import { readConfig } from '#platform/server/config.ts'
import { testContext } from './context.ts'
import { makeMember } from './network-fixtures.ts'
import { createOrderFixtures, insertPublisher } from './order-fixtures.ts'
import { createTestServer } from './test-server.ts'

/** A page of a list for programs. */
export interface ApiPage<T> {
  data: T[]
  next_cursor: string | null
}

/** The numbers of the orders of `openAdvertiserApi`. The last one is that of another publisher. */
export const ORDERS = ['=cmd()', 'b,"c"', 'd', 'e', 'f']

/**
 * Opens a server with the calls of advertisers for programs, and a network with five undecided orders over 100.00, a
 * second apart from `start` on. `key` and `foreignKey` read all of the advertiser, and of the other one.
 */
export async function openAdvertiserApi(db: Db) {
  const { network } = readConfig({})
  const server = await createTestServer(db, [...advertiserApiRoutes, ...reportRoutes, ...invoiceRoutes({ network })])
  const fixtures = await createOrderFixtures(db)
  const otherPublisherId = await insertPublisher(db, 'Second Notes')
  const start = Date.now() - 600_000
  const ctx = () => testContext(db)

  async function makeKey(advertiserId: bigint, scopes: KeyScope[] = ['read_program', 'read_invoices']) {
    const owner = await makeMember(ctx(), { advertiserId, role: 'owner' })
    const made = await createKey({ ...ctx(), actor: owner }, { advertiserId, name: 'Stock', scopes })
    return { text: made.text, keyId: made.key.id, owner }
  }

  const { text: key } = await makeKey(fixtures.advertiserId)
  const { text: foreignKey } = await makeKey(fixtures.otherAdvertiser.advertiserId)
  for (const [index, order_id] of ORDERS.entries()) {
    const at = new Date(start + index * 1000)
    const publisherId = index === ORDERS.length - 1 ? otherPublisherId : fixtures.publisherId
    const agoMs = Date.now() - at.getTime() + 5000
    const click_id = await fixtures.makeClick({ sub1: `sub ${order_id}`, agoMs, publisherId })
    const parameters = { token: fixtures.token, click_id, order_id, amount: '100', items: 'shoes:80|socks:20' }
    await receivePostback({ ...ctx(), now: at }, fixtures.source, { channel: 'query', parameters, isReadable: true })
  }

  const get = (path: string, bearer = key) =>
    server.get(`/api/v1/program${path}`, { headers: { authorization: `Bearer ${bearer}` } })

  const list = async <T>(path: string, bearer = key) => (await get(path, bearer)).json<ApiPage<T>>()

  /** Reads all pages, two rows each. */
  async function readPages<T>(path: string): Promise<T[]> {
    const rows: T[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: ApiPage<T> = await list(
        `${path}${path.includes('?') ? '&' : '?'}limit=2${cursor && `&cursor=${cursor}`}`,
      )
      expect(page.data.length).toBeLessThanOrEqual(2)
      rows.push(...page.data)
      cursor = page.next_cursor
    }
    return rows
  }

  /** Reads a list as NDJSON, and checks that the CSV has the same columns and as many lines. */
  async function readStreams(path: string): Promise<unknown[]> {
    const join = path.includes('?') ? '&' : '?'
    const { body, headers } = await get(`${path}${join}format=ndjson`)
    expect(headers['content-type']).toContain('application/x-ndjson')
    const rows = body.trim().split('\n').filter(Boolean)
    const csv = await get(`${path}${join}format=csv`)
    const [header, ...lines] = csv.body.trim().split('\r\n')
    const parsed = rows.map((line): Record<string, unknown> => JSON.parse(line))
    expect(header?.split(',')).toEqual(Object.keys(parsed[0] ?? {}))
    expect(lines).toHaveLength(rows.length)
    return parsed
  }

  const close = () => server.close()
  return { ...fixtures, otherPublisherId, start, foreignKey, makeKey, get, list, readPages, readStreams, close }
}
