import { afterEach, describe, expect, test, vi } from 'vitest'
import type { KeptPage } from './kept-page.ts'
import { PageStore } from './page-store.ts'
import type { Outcome, ShownData } from './page-store.ts'

afterEach(() => vi.useRealTimers())

/** A page that can be told from others, with as many bytes. */
function makePage(etag: string, bytes = 100): KeptPage {
  return { brotli: Buffer.alloc(bytes), etag, headers: {} }
}

function outcomeOf(etag: string, data: ShownData = 'announced', bytes = 100): Outcome {
  return { kind: 'page', page: makePage(etag, bytes), data }
}

/** A render that ends when the test says so. */
function openRender() {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  let begun = 0
  const work = () => {
    begun += 1
    return promise
  }
  return { work, resolve, reject, begun: () => begun }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('PageStore', () => {
  test('renders once for all who ask at the same time, and keeps the page', async () => {
    const store = new PageStore()
    const render = openRender()
    const waiting = Array.from({ length: 50 }, () => store.render('/', render.work))
    await settle()
    expect(render.begun()).toBe(1)
    render.resolve(outcomeOf('one'))
    for (const outcome of await Promise.all(waiting)) expect(outcome).toMatchObject({ page: { etag: 'one' } })
    expect(store.find('/')?.etag).toBe('one')
    expect(store.stats()).toMatchObject({ misses: 1, hits: 50 })
  })

  test('stays within its bytes under 10,000 keys, and keeps a page that is asked for', async () => {
    const bytes = 200_000
    const store = new PageStore({ bytes, renders: 4, waiting: 10 })
    await store.render('/', async () => outcomeOf('home', 'none'))
    for (let index = 0; index < 10_000; index++) {
      await store.render(`/merchants?keyword=${index}`, async () => outcomeOf(`${index}`, 'none', index % 3000))
      expect(store.find('/')?.etag).toBe('home')
      expect(store.stats().bytes).toBeLessThanOrEqual(bytes)
    }
    expect(store.stats().pages).toBeGreaterThan(20)
    expect(store.find('/merchants?keyword=9999')?.etag).toBe('9999')
    expect(store.find('/merchants?keyword=1')).toBeUndefined()
  })

  test('counts the bytes of a page that takes the place of another once', async () => {
    const store = new PageStore()
    for (let round = 0; round < 3; round++) await store.render('/', async () => outcomeOf(`${round}`))
    const [once] = [store.stats().bytes]
    await store.render('/', async () => outcomeOf('again'))
    expect(store.stats()).toMatchObject({ bytes: once, pages: 1 })
  })

  test('a change makes the pages stale that show data, and no others', async () => {
    const store = new PageStore()
    for (const data of ['none', 'announced', 'other'] as const) {
      await store.render(data, async () => outcomeOf(data, data))
      expect(store.find(data)?.etag).toBe(data)
    }
    store.noteChange()
    expect(['none', 'announced', 'other'].map((key) => store.find(key)?.etag)).toEqual(['none', undefined, undefined])
  })

  test('keeps no page whose data changed while it was rendered, nor lets later visitors wait for it', async () => {
    const store = new PageStore()
    const [before, after] = [openRender(), openRender()]
    const early = store.render('/', before.work)
    await settle()
    store.noteChange()
    const late = store.render('/', after.work)
    await settle()
    expect([before.begun(), after.begun()]).toEqual([1, 1])
    after.resolve(outcomeOf('new'))
    await late
    before.resolve(outcomeOf('old'))
    await early
    expect(store.find('/')?.etag).toBe('new')
    expect(await store.render('/', async () => outcomeOf('newest'))).toMatchObject({ page: { etag: 'newest' } })
  })

  test('renders announced data anew at the next full minute, and other data after a second', async () => {
    vi.useFakeTimers({ now: new Date('2026-01-01T10:00:58.500Z'), toFake: ['Date'] })
    const store = new PageStore()
    for (const data of ['none', 'announced', 'other'] as const) {
      await store.render(data, async () => outcomeOf(data, data))
    }
    const kept = () => ['none', 'announced', 'other'].filter((key) => store.find(key) !== undefined)
    vi.setSystemTime(new Date('2026-01-01T10:00:59.499Z'))
    expect(kept()).toEqual(['none', 'announced', 'other'])
    vi.setSystemTime(new Date('2026-01-01T10:00:59.500Z'))
    expect(kept()).toEqual(['none', 'announced'])
    vi.setSystemTime(new Date('2026-01-01T10:01:00.000Z'))
    expect(kept()).toEqual(['none'])
  })

  test('keeps neither a personal page nor another response', async () => {
    const store = new PageStore()
    const response = { status: 302, headers: { location: '/' }, body: '' }
    expect(await store.render('/a', async () => ({ kind: 'personal' }))).toEqual({ kind: 'personal' })
    expect(await store.render('/b', async () => ({ kind: 'response', response }))).toMatchObject({ response })
    expect(store.stats()).toMatchObject({ pages: 0, bytes: 0 })
  })

  test('a render that fails frees its turn, and the next one is a new one', async () => {
    const store = new PageStore({ bytes: 100_000, renders: 1, waiting: 1 })
    const broken = async () => {
      throw new Error('broken')
    }
    await expect(store.render('/', broken)).rejects.toThrow('broken')
    expect(await store.render('/', async () => outcomeOf('well'))).toMatchObject({ page: { etag: 'well' } })
  })

  test('bounds the renders and those that wait for one', async () => {
    const store = new PageStore({ bytes: 100_000, renders: 2, waiting: 3 })
    const renders = Array.from({ length: 5 }, openRender)
    const outcomes = renders.map(({ work }, index) => store.render(`/${index}`, work))
    await expect(store.render('/5', openRender().work)).rejects.toMatchObject({ details: { status: 503 } })
    await settle()
    expect(renders.map(({ begun }) => begun())).toEqual([1, 1, 0, 0, 0])
    for (const [index, render] of renders.entries()) {
      render.resolve(outcomeOf(`${index}`))
      await outcomes[index]
    }
    expect(renders.map(({ begun }) => begun())).toEqual([1, 1, 1, 1, 1])
    expect(await store.render('/5', async () => outcomeOf('5'))).toMatchObject({ page: { etag: '5' } })
  })
})
