import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import { createLogger } from '#platform/server/log.ts'
import { makeLinkedPair } from '#test/support/click-fixtures.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { testLimitMs } from '#test/support/patience.ts'
import { deleteShortLink, makeShortLink } from '../commands/short-links.ts'
import { LiveCatalog } from '../engine/live-catalog.ts'
import { createShortLinkFinder } from '../engine/short-link-finder.ts'
import { ShortLinks, refreshShortLinks } from './short-links.ts'
import type { ShortLink } from './short-links.ts'

const database = await openTestDatabase()
let ctx: Ctx
let live: LiveCatalog
let linked: Awaited<ReturnType<typeof makeLinkedPair>>

beforeAll(async () => {
  ctx = testContext(database.db)
  linked = await makeLinkedPair(ctx)
  const connection = { connectionString: database.connectionString }
  const log = createLogger('silent', 'test')
  live = new LiveCatalog({ db: database.db, connection, log, settleMs: 1, retryMs: 20, reloadEveryMs: testLimitMs })
  await live.start()
})

afterAll(() => live.stop())

const subs = { sub1: 'Jörg', sub2: null, sub3: '3', sub4: null, sub5: null }

const toLink = (id: number, url: string): ShortLink => ({ linkId: BigInt(id), siteKey: `key${id % 7}`, url, subs })

test('keeps what it was given, as a map does', () => {
  const ending = fc.stringMatching(/^[a-c-]{3,5}$/)
  const step = fc.record({ ending, isDeleted: fc.boolean(), url: fc.webUrl() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const [links, map] = [new ShortLinks(), new Map<string, ShortLink>()]
      for (const [index, { ending: name, isDeleted, url }] of steps.entries()) {
        if (isDeleted) {
          links.delete(name)
          map.delete(name)
        } else if (!map.has(name)) {
          links.add(name, toLink(index + 1, url))
          map.set(name, toLink(index + 1, url))
        }
        expect(links.get(name)).toEqual(map.get(name))
      }
      for (const [name, link] of map) expect(links.get(name)).toEqual(link)
      expect(links.digest.count).toBe(map.size)
    }),
  )
})

test('takes a hundred bytes at most for a link of ordinary length', () => {
  const links = new ShortLinks()
  const count = 100_000
  for (let id = 1; id <= count; id += 1) {
    // 11 and 61 characters.
    const url = `https://www.shop.example/women/shoes/running/product-${String(id).padStart(8, '0')}`
    links.add(`spring${String(id).padStart(5, '0')}`, { ...toLink(id, url), subs: { ...subs, sub1: null, sub3: null } })
  }
  expect(links.bytes / count).toBeLessThanOrEqual(100)
})

test('follows what is made and deleted, and a reload reads what no announcement said', async () => {
  const { publisherId, siteKey, hostname } = linked
  const written = { sub1: 'a', sub2: '', sub3: '', sub4: '', sub5: '' }
  const url = `https://${hostname}/`
  const link = { publisherId, siteId: undefined, siteKey, url, ending: 'heard-of', subs: written }
  const { linkId } = await makeShortLink(ctx, link)
  const found = { linkId, siteKey, url, subs: { sub1: 'a', sub2: null, sub3: null, sub4: null, sub5: null } }
  await expect.poll(() => live.current.shortLinks.get('heard-of')).toEqual(found)
  const find = createShortLinkFinder(database.db)
  expect(await find('heard-of')).toEqual(found)
  const started = new ShortLinks()
  await refreshShortLinks(database.db, started)
  expect(started.get('heard-of')).toEqual(found)
  await deleteShortLink(ctx, { publisherId, siteId: undefined, linkId })
  await expect.poll(() => live.current.shortLinks.get('heard-of')).toBeUndefined()
  await refreshShortLinks(database.db, started)
  expect(started.get('heard-of')).toBeUndefined()
  expect(await find('heard-of')).toBeUndefined()
})

test('refuses a lookup beyond its bound, so that visitors try again', async () => {
  const find = createShortLinkFinder(database.db)
  const results = await Promise.allSettled(Array.from({ length: 21 }, (_, index) => find(`unknown-${index}`)))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
})
