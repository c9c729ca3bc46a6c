import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendError } from '#platform/server/http/problem.ts'
import { PUBLIC_PAGES } from '#texts/public-pages.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeProgram } from '#test/support/network-fixtures.ts'
import cookie from '@fastify/cookie'
import { textToPath } from './text-to-path.ts'
import { publicFiles } from './public-files.ts'

const publicUrl = 'https://tandem.example'
const server = fastify()
const database = await openTestDatabase()

beforeAll(async () => {
  await makeProgram(testContext(database.db), { publicId: 681, slug: 'a-shop', title: 'A shop' })
  server.setErrorHandler(sendError)
  await server.register(cookie)
  await server.register(publicFiles, { db: database.db, publicUrl, networkName: 'Tandem' })
})
afterAll(() => server.close())

const get = (url: string) => server.inject({ method: 'GET', url })

/** Reads the width and height of a PNG from its first chunk. */
function readSize(png: Buffer): { width: number; height: number } {
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}

test('the sitemap lists all public pages and the merchants in the database', async () => {
  const { body, headers } = await get('/sitemap.xml')
  expect(headers['content-type']).toContain('xml')
  const addresses = [...body.matchAll(/<loc>([^<?]+)<\/loc>/g)].map(([, address]) => address)
  const paths = [...Object.values(PUBLIC_PAGES), '/merchants/681/a-shop']
  expect(addresses).toEqual(paths.map((path) => publicUrl + path))
})

test('a stored logo is served for good, and nothing else under its address', async () => {
  const digest = 'a'.repeat(64)
  const content = Buffer.from('RIFF')
  await database.db.insertInto('logo').values({ digest, content, uploadedAt: new Date() }).execute()
  const { statusCode, headers, rawPayload } = await get(`/logos/${digest}.webp`)
  expect([statusCode, rawPayload]).toEqual([200, content])
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000',
    'x-content-type-options': 'nosniff',
  })
  for (const other of [`${'b'.repeat(64)}.webp`, `${digest}.svg`, digest, '..%2Fsecret.webp']) {
    expect((await get(`/logos/${other}`)).statusCode).toBe(404)
  }
})

describe('the Open Graph image', () => {
  test.each(Object.keys(PUBLIC_PAGES))('of %s has the declared size in both languages', async (page) => {
    const [english, chinese] = await Promise.all([get(`/og/${page}.png?hl=en`), get(`/og/${page}.png?hl=zh`)])
    expect(english.headers['content-type']).toBe('image/png')
    expect(readSize(english.rawPayload)).toEqual({ width: 1200, height: 630 })
    expect(readSize(chinese.rawPayload)).toEqual({ width: 1200, height: 630 })
    expect(english.rawPayload.equals(chinese.rawPayload)).toBe(false)
  })

  test('of a merchant has the declared size', async () => {
    const picture = await get('/og/merchants/681/a-shop.png')
    expect(readSize(picture.rawPayload)).toEqual({ width: 1200, height: 630 })
  })

  test.each([
    '/og/nothing.png',
    '/og/home.jpg',
    '/og/constructor.png',
    '/og/merchants/682/a-shop.png',
    '/og/merchants/x/y.png',
  ])('is not found at %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })
})

describe('textToPath', () => {
  const options = { size: 50, maxWidth: 400, maxLines: 2 }

  test('keeps the maximum width and number of lines', () => {
    const long = textToPath('A rather long sentence that needs more than the two lines it is given here', options)
    expect(long.lineCount).toBe(2)
    expect(long.width).toBeLessThanOrEqual(400)
  })

  test('has Chinese and Latin glyphs, and skips other characters', () => {
    const width = (text: string) => textToPath(text, options).width
    expect(width('借助')).toBeGreaterThan(60)
    expect(width('Ärzte ſ')).toBeGreaterThan(100)
    expect(width('a\u{1F600}b')).toBeCloseTo(width('ab'), 0)
    expect(textToPath('', options)).toEqual({ path: '', lineCount: 0, width: 0 })
  })

  test('separates all numbers in the path data', () => {
    const numbers =
      textToPath('Monetize your influence seamlessly, 100 % & more', options).path.match(/-?[\d.]+/g) ?? []
    expect(numbers.length).toBeGreaterThan(500)
    expect(numbers.filter((number) => !/^-?\d+\.\d$/.test(number))).toEqual([])
  })
})
