import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeRoutes } from '#app/endpoints.ts'
import { getTeamAct } from '#kernel/access.ts'
import type { Access } from '#kernel/access.ts'
import type { Actor } from '#kernel/actor.ts'
import { VISITOR } from '#kernel/actor.ts'
import { readConfig } from '#platform/server/config.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from './support/database.ts'
import { makeAccount, makeAdvertiser, makePublisher } from './support/network-fixtures.ts'
import { rounds } from './support/rounds.ts'
import { createTestSealing, loadTestSecrets } from './support/sealing.ts'
import { createTestServer } from './support/test-server.ts'

const CONTENT_TYPES = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=b',
  'multipart/form-data; boundary="b',
  'application/x-www-form-urlencoded',
  'application/json',
  'application/json; charset=utf-7',
  'application/merge-patch+json',
  'text/plain',
  'text/csv',
  'application/octet-stream',
  'not a type',
]
const BODIES = [
  '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
  '--b\r\nContent-Disp',
  '{"a":',
  '[[[[',
  '%zz=%00&=&a=\uFFFD',
  '\0\u0001\u0002--',
]

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let calls: { url: string; as: Actor; takesBody: boolean }[]

beforeAll(async () => {
  const ctx = testContext(database.db)
  const keys = { secrets: await loadTestSecrets(database.db), sealing: await createTestSealing(database.db) }
  const routes = composeRoutes(readConfig({}), { ...keys, findCountry: () => null })
  server = await createTestServer(database.db, routes)
  const [publisher, advertiser] = [await makePublisher(ctx), await makeAdvertiser(ctx)]
  const operator = await makeAccount(ctx, 'operator')
  const actors: Partial<Record<Access, Actor>> = {
    'signed-in': operator,
    'every-role': operator,
    publisher,
    'publisher-full': publisher,
    'publisher-read': publisher,
    operator,
  }
  calls = routes
    .filter(({ endpoint }) => endpoint.method === 'POST')
    .map(({ endpoint: { path, access, encoding } }) => ({
      url: path.replaceAll(/:\w+/g, '1'),
      // The owner of a team may call all that is for advertisers.
      as: getTeamAct(access) === undefined ? (actors[access] ?? VISITOR) : advertiser,
      takesBody: encoding !== 'none',
    }))
})

afterAll(() => server.close())

test('every call refuses every malformed body with a problem document', async () => {
  const cases = calls.flatMap((call) =>
    CONTENT_TYPES.flatMap((type) => BODIES.map((text) => ({ ...call, body: { type, text } }))),
  )
  expect(cases.length).toBeGreaterThan(30 * 72)
  for (const { url, as, takesBody, body } of cases.filter((_, index) => index % rounds.malformedBodyStep === 0)) {
    const reply = await server.post(url, { as, body })
    const said = `${url} ${JSON.stringify(body)}: ${reply.statusCode} ${reply.body}`
    // A call without a body may ignore a text.
    expect(reply.statusCode, said).toBeGreaterThanOrEqual(takesBody ? 400 : 200)
    expect(reply.statusCode, said).toBeLessThan(500)
    expect(reply.headers['content-type'], said).toContain(reply.statusCode < 400 ? 'json' : 'application/problem+json')
  }
})
