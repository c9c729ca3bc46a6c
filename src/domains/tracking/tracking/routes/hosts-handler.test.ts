import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leaveProgram } from '#domains/programmes/programs/commands/leave-program.ts'
import { createSite, setSiteActive } from '#domains/people/publishers/commands/publishers.ts'
import type { ClickServer } from '#test/support/click-fixtures.ts'
import { makeLinkedPair, openClickServer } from '#test/support/click-fixtures.ts'
import { hashHost } from '../rules/tracker.ts'

let clicks: ClickServer

beforeAll(async () => {
  clicks = await openClickServer()
})

afterAll(() => clicks.close())

/** The two readers of requests: the first kind of request goes to the fast path, the second to node:http. */
const readers = { 'the fast path': { connection: 'keep-alive' }, 'node:http': { connection: 'close' } }

function send(key: string, headers: Record<string, string> = {}, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<{ status?: number; headers: object; body: string }>()
  const sent = httpRequest(
    { host: '127.0.0.1', port: clicks.port, path: `/hosts/${key}`, method, headers },
    (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode, headers: answer.headers, body }), reject)
    },
  )
  sent.on('error', reject).end()
  return promise
}

describe.each(Object.entries(readers))('read by %s, the hosts of a site', (_name, headers) => {
  test('are the hashes of the hosts of joined advertisers, for any page', async () => {
    const answer = await send(clicks.siteKey, headers)
    expect(JSON.parse(answer.body).toSorted()).toEqual(
      [clicks.hostname, `www.${clicks.hostname}`].map(hashHost).toSorted(),
    )
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'access-control-allow-origin': '*',
        'cache-control': 'no-cache',
        'content-type': 'application/json',
        'content-length': String(answer.body.length),
      },
    })
    expect(answer.headers).not.toHaveProperty('set-cookie')
  })

  test('are confirmed by their ETag', async () => {
    const { headers: first } = await send(clicks.siteKey, headers)
    const { etag } = first as { etag: string }
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const answer = await send(clicks.siteKey, { ...headers, 'if-none-match': known })
      expect(answer).toMatchObject({ status: 304, body: '', headers: { etag, 'cache-control': 'no-cache' } })
    }
    expect((await send(clicks.siteKey, { ...headers, 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('are not found for an unknown key', async () => {
    expect(await send('nosuchkey123', headers)).toMatchObject({ status: 404, body: '' })
    expect(await send('../etc', headers)).toMatchObject({ status: 418 })
  })
})

test('the hosts of a site follow its memberships and its state', async () => {
  const { ctx } = clicks
  const { siteKey, publisherId, programId } = await makeLinkedPair(ctx)
  const { key: off } = await createSite(ctx, { publisherId, name: 'Off', url: 'https://off.example' })
  await setSiteActive(ctx, { publisherId, key: off, isActive: false })
  const count = async (key: string) => JSON.parse((await send(key)).body || '[]').length
  await expect.poll(() => count(siteKey)).toBe(2)
  // The catalog may be read between the two commands, when the site is still active.
  await expect.poll(async () => (await send(off)).status).toBe(200)
  await expect.poll(() => count(off)).toBe(0)
  await leaveProgram(ctx, { programId, publisherId })
  await expect.poll(() => count(siteKey)).toBe(0)
})
