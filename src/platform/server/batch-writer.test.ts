import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { BatchWriter } from './batch-writer.ts'
import type { BatchWriterOptions } from './batch-writer.ts'

/** Opens a writer whose writes take `tookMs`, and records what it writes and when. */
function open(tookMs: number, options: Partial<BatchWriterOptions<number, number>> = {}) {
  const batches: number[][] = []
  const writer = new BatchWriter<number, number>({
    write: async (items) => {
      batches.push([...items])
      await sleep(tookMs)
      if (items.includes(-1)) throw new Error('refused')
      return items.length
    },
    maxItems: 100,
    gatherMs: 50,
    ...options,
  })
  const appendAll = (count: number) => Promise.all(Array.from({ length: count }, (_, index) => writer.append(index)))
  return { batches, writer, appendAll, sizes: () => batches.map(({ length }) => length) }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await nextTurn()
}

test('writes items that arrive together at once, each with the result of its batch', async () => {
  const { appendAll, sizes } = open(1)
  expect(await appendAll(3)).toEqual([3, 3, 3])
  expect(sizes()).toEqual([3])
})

test('never writes more than maxItems together, and writes everything', async () => {
  const { appendAll, sizes } = open(1, { maxItems: 4 })
  await appendAll(10)
  expect(sizes()).toEqual([4, 4, 2])
})

test('after a write waits for most of the callers that it answered', async () => {
  const { writer, sizes } = open(20)
  const caller = async (pauseMs: number) => {
    await writer.append(0)
    await sleep(pauseMs)
    await writer.append(0)
  }
  await Promise.all([caller(1), caller(3), caller(5), caller(7)])
  expect(sizes()[0]).toBe(4)
  expect(sizes()[1]).toBeGreaterThanOrEqual(3)
})

test('waits for callers that do not return at most as long as the write took, and not at all later', async () => {
  const { appendAll, writer, sizes } = open(100, { gatherMs: 100 })
  await appendAll(10)
  const next = writer.append(0)
  await turns()
  expect(sizes()).toEqual([10])
  await next
  await appendAll(10)
  await sleep(120)
  const late = writer.append(0)
  await turns()
  expect(sizes()).toEqual([10, 1, 10, 1])
  await late
})

test('waits for items no longer than gatherMs, also for those that come with the callers that return', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const { appendAll, writer, batches } = open(20, { gatherMs: 50 })
  const written = appendAll(10)
  await turns()
  clock.mockReturnValue(1000)
  await written
  const items = [writer.append(0)]
  await turns()
  clock.mockReturnValue(1040)
  items.push(...Array.from({ length: 8 }, () => writer.append(0)))
  clock.mockReturnValue(1051)
  for (let turn = 0; turn < 5; turn++) {
    items.push(writer.append(0))
    await nextTurn()
  }
  expect(batches).toHaveLength(2)
  clock.mockRestore()
  await Promise.all(items)
})

test('a failure rejects the items of its batch and no others', async () => {
  const { appendAll, writer } = open(1)
  const refused = [writer.append(-1), writer.append(1)]
  for (const item of refused) await expect(item).rejects.toThrow('refused')
  expect(await appendAll(2)).toEqual([2, 2])
})

test('a slow write holds up the next ones no longer than patienceMs, and maxWrites bounds them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const batches: number[][] = []
  const ends: (() => void)[] = []
  const write = (items: readonly number[]) => {
    batches.push([...items])
    return new Promise<number>((resolve) => ends.push(() => resolve(items.length)))
  }
  const writer = new BatchWriter<number, number>({ write, maxItems: 100, gatherMs: 50, patienceMs: 100, maxWrites: 2 })
  const pass = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    await turns()
  }
  try {
    const items = [writer.append(1)]
    await turns()
    items.push(writer.append(2))
    await pass(99)
    expect(batches).toEqual([[1]])
    await pass(1)
    expect(batches).toEqual([[1], [2]])
    items.push(writer.append(3))
    await pass(1000)
    expect(batches).toEqual([[1], [2]])
    for (const end of ends) end()
    await turns()
    await pass(100)
    expect(batches).toEqual([[1], [2], [3]])
    ends[2]?.()
    expect(await Promise.all(items)).toEqual([1, 1, 1])
  } finally {
    vi.useRealTimers()
  }
})

test('idle resolves when everything that was appended is written', async () => {
  const { writer, sizes } = open(5, { maxItems: 2 })
  await writer.idle()
  const items = Array.from({ length: 5 }, (_, index) => writer.append(index))
  await writer.idle()
  expect(sizes()).toEqual([2, 2, 1])
  await Promise.all(items)
})
