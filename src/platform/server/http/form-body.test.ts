import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { FastifyInstance } from 'fastify'
import { SUCCESS, endpoint } from '#kernel/endpoint.ts'
import { branding } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { loadTestSecrets } from '#test/support/sealing.ts'
import { route } from './route.ts'
import { createServer } from './server.ts'

const sameOrigin = { 'sec-fetch-site': 'same-origin' }

const readToken = endpoint({
  method: 'GET',
  path: '/token',
  access: 'public',
  encoding: 'none',
  summary: 'The form token',
  reply: z.object({ token: z.string() }),
})
const submitForm = endpoint({
  method: 'POST',
  path: '/form',
  access: 'public',
  encoding: 'form',
  summary: 'Takes a form',
  body: z.object({ list: z.array(z.string()) }),
  reply: z.object({ success: z.literal(true), list: z.array(z.string()) }),
})
const submitOwnForm = endpoint({ ...submitForm, path: '/own-form', access: 'signed-in' })
const takeJson = endpoint({ ...submitForm, path: '/json', encoding: 'json' })

const database = await openTestDatabase()
let server: FastifyInstance

beforeAll(async () => {
  server = await createServer({
    db: database.db,
    branding,
    secrets: await loadTestSecrets(database.db),
    trackingOrigin: 'http://localhost:3000',
    resolveActor: async () => ({ kind: 'visitor' }),
    logger: pino({ level: 'silent' }),
    trustProxy: false,
    routes: [
      route(readToken, async (ctx) => ({ token: ctx.csrfToken() })),
      ...[submitForm, submitOwnForm, takeJson].map((form) =>
        route(form, async (_ctx, { body }) => ({ ...SUCCESS, list: body.list })),
      ),
    ],
    isReady: async () => true,
    metrics: async () => '',
  })
})

afterAll(() => server.close())

describe('a form endpoint', () => {
  test('reads repeated entries as a list when the token matches the cookie', async () => {
    const { token, cookie } = await openForm()
    const reply = await sendForm(`list=a&list=b&csrfmiddlewaretoken=${token}`, cookie)
    expect(reply.json()).toEqual({ success: true, list: ['a', 'b'] })
  })

  test.each(['', '&csrfmiddlewaretoken=', '&csrfmiddlewaretoken=wrong'])('refuses %j for a token', async (part) => {
    const { cookie } = await openForm()
    expect((await sendForm(`list=a&list=b${part}`, cookie)).json()).toMatchObject({ status: 403, code: 'csrf_failed' })
  })

  describe('sent as multipart', () => {
    const boundary = 'a-boundary'
    const part = (name: string, value: string, file = '') =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`

    async function sendParts(parts: string[], url = '/form') {
      const { token, cookie } = await openForm()
      return server.inject({
        method: 'POST',
        url,
        headers: {
          ...sameOrigin,
          cookie,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
        payload: `${parts.join('')}${part('csrfmiddlewaretoken', token)}--${boundary}--\r\n`,
      })
    }
    const items = (count: number) => Array.from({ length: count }, () => part('list', 'a'))

    test('is read like any form', async () => {
      const reply = await sendParts([part('list', 'a'), part('list', 'b'), part('__proto__', 'x')])
      expect(reply.json()).toEqual({ success: true, list: ['a', 'b'] })
    })

    test.each([
      ['59 parts and the token', () => items(59), 200],
      ['60 parts and the token', () => items(60), 413],
      ['a name of 64 bytes', () => [...items(2), part('n'.repeat(64), 'x')], 200],
      ['a name of 65 bytes', () => [...items(2), part('n'.repeat(65), 'x')], 413],
      ['more than 64 KB', () => [part('list', 'x'.repeat(65_536))], 413],
      ['a file', () => [...items(2), part('list', 'x', '; filename="a.txt"')], 400],
      ['a body that is cut off', () => ['--a-boundary\r\nContent-Disp'], 400],
    ])('with %s', async (_name, build, status) => {
      expect((await sendParts(build())).statusCode).toBe(status)
    })

    test('is refused unread where no form is declared', async () => {
      const reply = await sendParts([part('list', 'x'.repeat(100_000))], '/json')
      expect(reply.statusCode).toBe(415)
    })

    test('is refused unread to a visitor where a session is needed', async () => {
      const reply = await sendParts([part('list', 'x'.repeat(100_000))], '/own-form')
      expect(reply.statusCode).toBe(401)
    })
  })

  test("refuses another visitor's token", async () => {
    const [mine, other] = [await openForm(), await openForm()]
    expect((await sendForm(`list=a&list=b&csrfmiddlewaretoken=${other.token}`, mine.cookie)).statusCode).toBe(403)
  })
})

async function openForm() {
  const page = await server.inject('/token')
  const [cookie] = page.cookies
  return { token: page.json<{ token: string }>().token, cookie: `${cookie?.name}=${cookie?.value}` }
}

function sendForm(payload: string, cookie: string) {
  return server.inject({
    method: 'POST',
    url: '/form',
    headers: { ...sameOrigin, cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  })
}
