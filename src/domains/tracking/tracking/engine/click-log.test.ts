import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLogger } from '#platform/server/log.ts'
import { makeClick, makeFolder } from '#test/support/click-fixtures.ts'
import { waitUntil } from '#test/support/network.ts'
import type { Click } from '../tables.ts'
import { GroupCommitClickLog } from './click-log.ts'
import { findSpools } from './spool.ts'

const silent = createLogger('silent', 'test')
const PATIENCE_MS = 60

/** A click store whose answers the test controls. */
class FakeStore {
  mode: 'answers' | 'hangs' | 'fails' | 'refuses' | 'full' = 'answers'
  readonly batches: number[] = []
  readonly kept = new Map<string, number>()
  readonly #hanging = Promise.withResolvers<void>()

  /** Ends a hang, as the timeout of the real store does. */
  abort(): void {
    this.#hanging.resolve()
  }

  async insert(clicks: readonly Click[]): Promise<void> {
    this.batches.push(clicks.length)
    await this.#answer(clicks.length)
    for (const { id } of clicks) this.#keep(id)
  }

  async replay(clicks: readonly string[]): Promise<number> {
    await this.#answer(clicks.length)
    const ids = clicks.map((json) => (JSON.parse(json) as { id: string }).id)
    if (this.mode === 'refuses' && ids.some((id) => id.startsWith('bad'))) {
      throw Object.assign(new Error('a value that cannot be'), { code: '22P02' })
    }
    const missing = ids.filter((id) => !this.kept.has(id))
    for (const id of missing) this.#keep(id)
    return missing.length
  }

  async tryOut(clicks: readonly string[]): Promise<void> {
    await this.#answer(clicks.length)
  }

  async #answer(clickCount: number): Promise<void> {
    await sleep(1)
    if (this.mode === 'full' && clickCount > 0) throw Object.assign(new Error('no space left'), { code: '53100' })
    if (this.mode === 'hangs') {
      await this.#hanging.promise
      throw new Error('given up')
    }
    if (this.mode === 'fails') throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
  }

  #keep(id: string): void {
    this.kept.set(id, (this.kept.get(id) ?? 0) + 1)
  }
}

const opened: { clickLog: GroupCommitClickLog; store: FakeStore }[] = []

function open(store: FakeStore, { folder = makeFolder(), log = silent } = {}) {
  const spools = findSpools(folder, { slot: 0, workers: 1, log })
  const clickLog = new GroupCommitClickLog({ store, spools, log, patienceMs: PATIENCE_MS, retryMs: 20 })
  clickLog.start()
  opened.push({ clickLog, store })
  return { clickLog, spool: spools[0], folder }
}

/** Stops the clock by which batches gather. */
function stopClock() {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => {
    clock.mockRestore()
  })
  return clock
}

const clicks = (count: number) => Array.from({ length: count }, () => makeClick())

afterEach(async () => {
  for (const { clickLog, store } of opened.splice(0)) {
    store.abort()
    await clickLog.stop()
  }
})

describe('while the database answers', () => {
  test('clicks that arrive together are committed together', async () => {
    const store = new FakeStore()
    const { clickLog } = open(store)
    await Promise.all(clicks(50).map((click) => clickLog.append(click)))
    expect(store.batches).toEqual([50])
  })

  test('a click that arrives one turn of the event loop later joins the batch', async () => {
    stopClock()
    const store = new FakeStore()
    const { clickLog } = open(store)
    const first = clickLog.append(makeClick())
    await nextTurn()
    await Promise.all([first, ...clicks(20).map((click) => clickLog.append(click))])
    expect(store.batches).toEqual([21])
  })

  test('a batch does not wait for ever while clicks keep arriving', async () => {
    const clock = stopClock()
    const store = new FakeStore()
    const { clickLog } = open(store)
    const all = [clickLog.append(makeClick())]
    while (store.batches.length === 0 && all.length < 500) {
      await nextTurn()
      clock.mockReturnValue(all.length * 0.2)
      all.push(clickLog.append(makeClick()))
    }
    await Promise.all(all)
    expect(store.batches[0]).toBeLessThan(100)
  })

  test('clicks that arrive during a commit form the next batch', async () => {
    const store = new FakeStore()
    const { clickLog } = open(store)
    const first = clickLog.append(makeClick())
    await nextTurn()
    await nextTurn()
    await Promise.all([first, ...clicks(20).map((click) => clickLog.append(click))])
    expect(store.batches).toEqual([1, 20])
  })

  test('a click is answered after its commit', async () => {
    const store = new FakeStore()
    const { clickLog } = open(store)
    const click = makeClick()
    await clickLog.append(click)
    expect(store.kept.get(click.id)).toBe(1)
    expect(clickLog.state()).toEqual({ isSpooling: false, isRefusing: false, spooled: 0 })
  })
})

describe.each(['hangs', 'fails'] as const)('while the database %s', (mode) => {
  test('clicks go to disk within patienceMs, and later clicks at once', async () => {
    const store = new FakeStore()
    const { clickLog, spool } = open(store)
    await clickLog.append(makeClick())
    store.mode = mode
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const kept = Promise.all(clicks(10).map((click) => clickLog.append(click)))
    while (store.batches.length < 2) await nextTurn()
    vi.advanceTimersByTime(PATIENCE_MS)
    await kept
    vi.useRealTimers()
    await waitUntil(() => clickLog.state().isSpooling)
    for (const click of clicks(5)) await clickLog.append(click)
    expect(store.batches).toEqual([1, 10])
    expect(spool.count()).toBe(15)
    expect(clickLog.state().spooled).toBe(15)
  })
})

test('after a failure every click reaches the database exactly once', async () => {
  const store = new FakeStore()
  const { clickLog, spool } = open(store)
  store.mode = 'fails'
  const all = clicks(1200)
  await Promise.all(all.map((click) => clickLog.append(click)))
  store.mode = 'answers'
  const later = clicks(10)
  await Promise.all(later.map((click) => clickLog.append(click)))
  await waitUntil(() => spool.count() === 0 && !clickLog.state().isSpooling)
  expect([...all, ...later].map(({ id }) => store.kept.get(id))).toEqual(Array(1210).fill(1))
})

test('clicks of a crashed process are replayed, also by another worker', async () => {
  const store = new FakeStore()
  const folder = makeFolder()
  const [own] = findSpools(folder, { slot: 0, workers: 3, log: silent })
  const [third] = findSpools(folder, { slot: 2, workers: 3, log: silent })
  const [one, two] = [makeClick(), makeClick()]
  for (const spool of [own, third]) spool.start()
  own.add([one])
  third.add([two])
  for (const spool of [own, third]) spool.stop()
  open(store, { folder })
  await waitUntil(() => store.kept.size === 2)
  expect([...store.kept]).toEqual([
    [one.id, 1],
    [two.id, 1],
  ])
})

test('a click that the database rejects is quarantined and does not block the others', async () => {
  const store = new FakeStore()
  const folder = makeFolder()
  const [spool] = findSpools(folder, { slot: 0, workers: 1, log: silent })
  spool.start()
  const good = clicks(3)
  spool.add([...good, makeClick({ id: 'bad' })])
  store.mode = 'refuses'
  open(store, { folder })
  await waitUntil(() => spool.count() === 0)
  expect([...store.kept.keys()]).toEqual(good.map(({ id }) => id))
  spool.stop()
})

test('sets a damaged spool aside and replays the clicks that can be read', async () => {
  const folder = makeFolder()
  const path = join(folder, 'clicks-0.sqlite')
  const [spool] = findSpools(folder, { slot: 0, workers: 1, log: silent })
  spool.start()
  const all = clicks(3000)
  spool.add(all)
  spool.stop()
  const content = readFileSync(path)
  writeFileSync(path, content.fill(0xa5, content.length / 2, content.length / 2 + 8192))
  const store = new FakeStore()
  const { clickLog } = open(store, { folder })
  await waitUntil(() => store.kept.size > 2900)
  await clickLog.stop()
  expect([...store.kept.values()].every((times) => times === 1)).toBe(true)
  expect(readdirSync(folder).some((file) => file.startsWith('clicks-0.sqlite.damaged-'))).toBe(true)
})

test('sets a spool aside that is no database, and takes clicks', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'clicks-0.sqlite'), 'not a database '.repeat(1000))
  const store = new FakeStore()
  store.mode = 'fails'
  const { clickLog, spool } = open(store, { folder })
  await clickLog.append(makeClick())
  expect(spool.count()).toBe(1)
})

test('append rejects a click that neither database nor disk stores', async () => {
  const store = new FakeStore()
  const { clickLog, spool } = open(store)
  store.mode = 'fails'
  await clickLog.append(makeClick())
  spool.stop()
  await expect(clickLog.append(makeClick())).rejects.toThrow('The spool is not open')
})

test('a full disk is said once, and so is that clicks are stored again', async () => {
  const said: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => said.push((JSON.parse(line) as { msg: string }).msg) })
  const store = new FakeStore()
  const { clickLog, spool } = open(store, { log })
  spool.stop()
  store.mode = 'full'
  for (const click of clicks(5)) {
    await expect(clickLog.append(click)).rejects.toThrow('The spool is not open')
    // The database answers meanwhile, which says nothing about clicks.
    await sleep(30)
  }
  expect(clickLog.state()).toMatchObject({ isSpooling: true, isRefusing: true })
  expect(said).toEqual([
    'The database does not accept clicks; they go to the spool',
    'Clicks can be stored neither in the database nor on disk',
  ])
  spool.start()
  store.mode = 'answers'
  await waitUntil(() => !clickLog.state().isRefusing)
  await clickLog.append(makeClick())
  expect(said.slice(2)).toEqual(['The database accepts clicks again'])
})

test('stop waits for appended clicks and rejects later ones', async () => {
  const store = new FakeStore()
  const { clickLog } = open(store)
  const appended = Promise.all(clicks(30).map((click) => clickLog.append(click)))
  await clickLog.stop()
  expect(store.kept.size).toBe(30)
  await appended
  await expect(clickLog.append(makeClick())).rejects.toThrow('not running')
})
