import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeLogo } from '#domains/programmes/programs/commands/logos.ts'
import { findLogo } from '#domains/programmes/programs/queries/logos.ts'
import { findProgramByAdvertiser } from '#domains/programmes/programs/queries/programs.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { HOUR_MS } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeProgram } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { changeOwnLogo } from './commands/change-program.ts'
import { setupRoutes } from './routes.ts'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>
let advertiser: AccountActor & { advertiserId: bigint }

beforeAll(async () => {
  ctx = testContext(database.db)
  advertiser = (await makeProgram(ctx)).advertiser
  const outbound = new OutboundClient({ userAgent: 'test', resolve: async () => [], resolveTxt: async () => [] })
  server = await createTestServer(database.db, setupRoutes({ outbound, mintTestClick: () => 'test' }))
})
afterAll(() => server.close())

const paint = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0d4a3c' } }).withExif({ IFD0: { Copyright: 'Ada' } })

async function store(content: Buffer | string) {
  const file = typeof content === 'string' ? content : new Uint8Array(content)
  const reply = await server.post('/api/v1/brand/logo/file', { as: advertiser, file })
  const { data, message } = reply.json<{ data?: { id: string }; message?: string }>()
  return { status: reply.statusCode, id: data?.id ?? '', message }
}

async function choose(json: object) {
  const reply = await server.post('/api/v1/brand/logo', { as: advertiser, json })
  return { status: reply.statusCode, ...reply.json<{ code?: string; field?: string }>() }
}

const findDigest = async () => (await findProgramByAdvertiser(ctx.db, advertiser))?.logoDigest

test.each([
  ['a wide PNG', () => paint(400, 100).png()],
  ['a JPEG', () => paint(100, 100).jpeg()],
  ['a small WebP', () => paint(10, 20).webp()],
])('%s becomes a square without its metadata, and the logo once it is chosen', async (_, draw) => {
  const { status, id } = await store(await draw().toBuffer())
  expect(status).toBe(200)
  const content = await findLogo(ctx.db, { digest: id })
  const { format, width, height, exif } = await sharp(content).metadata()
  expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 256, height: 256, exif: undefined })
  expect(await choose({ file_id: id })).toEqual({ status: 200, success: true })
  expect(await findDigest()).toBe(id)
})

test.each<[string, () => Buffer | string | Promise<Buffer>]>([
  ['a drawing', () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
  ['a GIF', () => paint(9, 9).gif().toBuffer()],
  ['a page', () => '<!doctype html><script>alert(1)</script>'],
  ['nothing', () => ''],
  ['a picture that is cut off', async () => (await paint(900, 900).png().toBuffer()).subarray(0, 200)],
  ['a picture of 4,097 pixels squared', () => paint(4097, 4097).png().toBuffer()],
])('%s is refused', async (_, make) => {
  expect(await store(await make())).toMatchObject({ status: 422, message: expect.stringContaining('WebP') })
})

test('a file of more than 1 MB is refused before it is read', async () => {
  expect(await store(Buffer.alloc(1024 * 1024 + 1))).toMatchObject({ status: 413 })
})

test('what is not stored cannot be chosen, and the logo can be removed', async () => {
  const { id } = await store(await paint(64, 64).png().toBuffer())
  await choose({ file_id: id })
  for (const unknown of ['', 'not stored', 'f'.repeat(64)]) {
    expect(await choose({ file_id: unknown })).toMatchObject({ status: 422, field: 'file_id' })
  }
  expect(await findDigest()).toBe(id)
  expect(await choose({})).toMatchObject({ status: 200 })
  expect(await findDigest()).toBeNull()
})

test('a file that no programme shows goes after a day, and a logo stays', async () => {
  const { accountId, advertiserId } = advertiser
  const at = (hours: number) => testContext(ctx.db, 'test', new Date(ctx.now.getTime() + hours * HOUR_MS))
  const storeAt = async (hours: number, side: number) => {
    const bytes = await paint(side, side).png().toBuffer()
    const read = async function* () {
      yield bytes
    }
    return storeLogo(at(hours), { accountId, file: { read } })
  }
  const [unused, used] = [await storeAt(100, 31), await storeAt(100, 32)]
  await changeOwnLogo(at(101), { advertiserId, digest: used })
  await expect(changeOwnLogo(at(113), { advertiserId, digest: unused })).rejects.toThrow('file.missing')
  await storeAt(125, 33)
  expect(await findLogo(ctx.db, { digest: unused })).toBeUndefined()
  expect(await findLogo(ctx.db, { digest: used })).toBeDefined()
})
