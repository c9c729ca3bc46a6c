import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountActor } from '#kernel/actor.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { createPublisher, createSite } from './commands/publishers.ts'
import { findPublisherId, listSites } from './queries.ts'
import { publisherRoutes } from './routes.ts'

const me = '/api/v1/account/publishers/me'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>
let publisher: AccountActor & { publisherId: bigint }

beforeAll(async () => {
  ctx = testContext(database.db)
  server = await createTestServer(database.db, publisherRoutes)
})
beforeAll(async () => {
  publisher = await makePublisher(ctx)
})
afterAll(() => server.close())

const choices = { content_categories: ['8', '24'], audience_countries: ['1', '250'] }

const addSite = (form: Record<string, string>, as = publisher) =>
  server.post(`${me}/sites`, { as, form: { ...choices, ...form } })

describe('a publisher', () => {
  test('belongs to one publisher account', async () => {
    const { accountId } = await makeAccount(ctx, 'publisher')
    const { publisherId } = await createPublisher(ctx, { accountId, name: 'Mine' })
    expect(await findPublisherId(ctx.db, { accountId })).toBe(publisherId)
    await expect(createPublisher(ctx, { accountId, name: 'Again' })).rejects.toThrow('publisher.account_taken')
    const advertiser = await makeAccount(ctx, 'advertiser')
    const wrong = createPublisher(ctx, { accountId: advertiser.accountId, name: 'Wrong' })
    await expect(wrong).rejects.toThrow('publisher.account_role')
  })

  test('reads its account and its sites', async () => {
    const as = await makePublisher(ctx)
    const added = await addSite({ site_url: 'blog.example.com', site_name: 'My blog' }, as)
    expect(added.json()).toEqual({
      success: true,
      message: 'The site was added.',
      key: expect.stringMatching(/^[a-z0-9]{16}$/),
    })
    const { success, message } = (await server.get(me, { as })).json()
    expect(success).toBe(true)
    expect(message).toMatchObject({
      email: as.email,
      name: as.displayName,
      sites: [
        {
          name: 'My blog',
          domain: 'blog.example.com',
          url: 'https://blog.example.com/',
          key: added.json().key,
          is_active: true,
          content_categories: [
            { id: 8, name: 'Blogs' },
            { id: 24, name: 'Mobile app: Blogs' },
          ],
          audience_countries: [
            { id: 1, name: 'Andorra' },
            { id: 250, name: 'Zimbabwe' },
          ],
        },
      ],
    })
  })
})

describe('a site', () => {
  test.each([
    [{ site_name: 'Blog', site_url: 'javascript:alert(1)' }, 'site_url', 'account.57'],
    [{ site_name: 'Blog', site_url: 'http://192.168.1.1' }, 'site_url', 'account.57'],
    [{ site_name: 'Blog', site_url: '' }, 'site_url', 'account.54'],
    [{ site_name: 'Mina', site_url: 'instagram.com' }, 'site_url', 'site.channel'],
    [{ site_name: 'Mina', site_url: 'https://www.instagram.com/p/C8aBcD/' }, 'site_url', 'site.channel'],
    [{ site_name: ' ', site_url: ' ' }, 'site_name', 'account.55'],
    [{ site_name: '  ', site_url: 'https://a.example.com' }, 'site_name', 'account.54'],
    [{ site_name: 'Blog', site_url: 'a.example.com', content_categories: '' }, 'content_categories', 'account.54'],
    [{ site_name: 'Blog', site_url: 'a.example.com', content_categories: '32' }, 'content_categories', 'choice'],
    [{ site_name: 'Blog', site_url: 'a.example.com', audience_countries: '251' }, 'audience_countries', 'choice'],
    [{ site_name: 'x'.repeat(121), site_url: 'https://a.example.com' }, 'site_name', 'input.characters'],
  ])('with %j is refused at its field', async (form, field, code) => {
    const reply = await addSite(form)
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ success: false, field, code })
  })

  test('is a channel with its name, and the domain beside it', async () => {
    const as = await makePublisher(ctx)
    const { key } = (await addSite({ site_name: 'Mina', site_url: 'Instagram.com/Mina/?igsh=x' }, as)).json()
    const read = async () => (await server.get(me, { as })).json().message.sites
    const channel = { domain: 'instagram.com', address: 'instagram.com/mina', url: 'https://instagram.com/mina' }
    expect(await read()).toMatchObject([channel])
    const form = { ...choices, site_name: 'Mina', site_url: 'instagram.com/' }
    expect((await server.post(`${me}/sites/${key}`, { as, form })).json()).toMatchObject({ code: 'site.channel' })
    expect(await read()).toMatchObject([channel])
  })

  test('that was added as a platform alone is shown as it is, and can be switched off', async () => {
    const as = await makePublisher(ctx)
    const { key } = (await addSite({ site_name: 'Mina', site_url: 'instagram.com/mina' }, as)).json()
    await database.ownerDb.updateTable('site').set({ url: 'https://instagram.com/' }).where('key', '=', key).execute()
    expect((await server.post(`${me}/sites/${key}/deactivate`, { as, json: {} })).statusCode).toBe(200)
    const { sites } = (await server.get(me, { as })).json().message
    expect(sites).toMatchObject([{ address: 'instagram.com', url: 'https://instagram.com/', is_active: false }])
  })

  test('refuses unknown fields', async () => {
    const reply = await addSite({ site_name: 'Blog', site_url: 'https://a.example.com', logo: '1' })
    expect(reply.statusCode).toBe(422)
  })

  test('is accepted only as a form, which carries the CSRF token', async () => {
    const json = { site_name: 'Blog', site_url: 'https://a.example.com' }
    expect((await server.post(`${me}/sites`, { as: publisher, json })).statusCode).toBe(415)
  })

  test('changes its name and address and keeps its key', async () => {
    const { key } = (await addSite({ site_name: 'Before', site_url: 'https://a.example.com' })).json()
    const form = { ...choices, site_name: 'After', site_url: 'https://b.example.com' }
    expect((await server.post(`${me}/sites/${key}`, { as: publisher, form })).json()).toMatchObject({
      success: true,
      key,
    })
    const sites = await listSites(ctx.db, publisher)
    expect(sites.filter((site) => site.key === key)).toMatchObject([{ name: 'After', url: 'https://b.example.com/' }])
  })

  test('can be deactivated and activated again', async () => {
    const { key } = await createSite(ctx, {
      publisherId: publisher.publisherId,
      name: 'Switch',
      url: 'https://a.example.com',
    })
    const isActive = async () => (await listSites(ctx.db, publisher)).find((site) => site.key === key)?.isActive
    await server.post(`${me}/sites/${key}/deactivate`, { as: publisher })
    expect(await isActive()).toBe(false)
    await server.post(`${me}/sites/${key}/activate`, { as: publisher })
    expect(await isActive()).toBe(true)
  })

  test('of another publisher gets the answer for an unknown one, byte for byte', async () => {
    const other = await makePublisher(ctx)
    const { key } = await createSite(ctx, {
      publisherId: other.publisherId,
      name: 'Theirs',
      url: 'https://a.example.com',
    })
    const form = { ...choices, site_name: 'Mine now', site_url: 'https://b.example.com' }
    for (const path of ['', '/deactivate', '/activate']) {
      const [foreign, unknown] = await Promise.all(
        [key, 'a'.repeat(16)].map((one) =>
          server.post(`${me}/sites/${one}${path}`, path === '' ? { as: publisher, form } : { as: publisher }),
        ),
      )
      expect(foreign?.statusCode).toBe(404)
      expect(foreign?.body).toBe(unknown?.body)
    }
    expect(await listSites(ctx.db, other)).toMatchObject([{ name: 'Theirs', isActive: true }])
  })
})

describe('the operator', () => {
  test('finds publishers by name, e-mail, site and key, and deactivates their sites', async () => {
    const as = await makeAccount(ctx, 'operator')
    const found = await makePublisher(ctx)
    const site = { publisherId: found.publisherId, name: '100% Running', url: 'https://run.example.com' }
    const { key } = await createSite(ctx, site)
    for (const keyword of [found.email, 'RUN.example', key, '100%']) {
      const reply = await server.get(`/api/v1/operator/publishers?keyword=${encodeURIComponent(keyword)}`, { as })
      expect(reply.json().data).toMatchObject({ count: 1, publishers: [{ email: found.email, site_count: 1 }] })
    }
    const address = `/api/v1/operator/publishers/${found.publisherId}`
    await server.post(`${address}/sites/${key}`, { as, json: { is_active: false } })
    expect((await server.get(address, { as })).json().data.sites).toMatchObject([{ key, is_active: false }])
    expect((await server.get('/api/v1/operator/publishers/999999', { as })).statusCode).toBe(404)
  })

  test('is the only role that reads publishers', async () => {
    expect((await server.get('/api/v1/operator/publishers', { as: publisher })).statusCode).toBe(403)
    expect((await server.get('/api/v1/operator/publishers')).statusCode).toBe(401)
    expect((await server.get(me)).statusCode).toBe(401)
    expect((await server.get(me, { as: await makeAccount(ctx, 'advertiser') })).statusCode).toBe(403)
  })
})
