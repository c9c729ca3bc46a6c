import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BatchWriter } from './batch-writer.ts'
import type { BatchWriterOptions } from './batch-writer.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))

afterEach(() => void vi.useRealTimers())

/** Opens a writer whose writes take `tookMs`, and records what it writes and when. */
function open(tookMs: number, options: Partial<BatchWriterOptions<number, number>> = {}) {
  const batches: number[][] = []
  const writer = new BatchWriter<number, number>({
    write: async (items) => {
      batches.push([...items])
      await pause(tookMs)
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await nextTurn()
}

/** Lets `ms` pass after all that happens now. */
async function pass(ms: number): Promise<void> {
  await turns()
  vi.advanceTimersByTime(ms)
  await turns()
}

/** Lets time pass until `work` has ended. */
async function finish<T>(work: Promise<T>): Promise<T> {
  const state = { hasEnded: false }
  const end = () => void (state.hasEnded = true)
  work.then(end, end)
  while (!state.hasEnded) await pass(1)
  return work
}

test('writes items that arrive together at once, each with the result of its batch', async () => {
  const { appendAll, sizes } = open(1)
  expect(await finish(appendAll(3))).toEqual([3, 3, 3])
  expect(sizes()).toEqual([3])
})

test('never writes more than maxItems together, and writes everything', async () => {
  const { appendAll, sizes } = open(1, { maxItems: 4 })
  await finish(appendAll(10))
  expect(sizes()).toEqual([4, 4, 2])
})

test('after a write waits for most of the callers that it answered', async () => {
  const { writer, sizes } = open(20)
  const caller = async (pauseMs: number) => {
    await writer.append(0)
    await pause(pauseMs)
    await writer.append(0)
  }
  const callers = Promise.all([caller(1), caller(3), caller(5), caller(7)])
  await pass(20)
  await pass(1)
  await pass(2)
  expect(sizes()).toEqual([4])
  await pass(2)
  expect(sizes()).toEqual([4, 3])
  await finish(callers)
})

test('waits for callers that do not return at most as long as the write took, and not at all later', async () => {
  const { appendAll, writer, sizes } = open(100, { gatherMs: 100 })
  await finish(appendAll(10))
  const next = writer.append(0)
  await pass(99)
  expect(sizes()).toEqual([10])
  await pass(1)
  expect(sizes()).toEqual([10, 1])
  await finish(next)
  await finish(appendAll(10))
  await pass(100)
  const late = writer.append(0)
  await turns()
  expect(sizes()).toEqual([10, 1, 10, 1])
  await finish(late)
})

test('waits for items no longer than gatherMs, also for those that come with the callers that return', async () => {
  const { appendAll, writer, batches } = open(1000, { gatherMs: 50 })
  await finish(appendAll(10))
  const items = [writer.append(0)]
  await pass(40)
  items.push(...Array.from({ length: 8 }, () => writer.append(0)))
  vi.advanceTimersByTime(11)
  for (let turn = 0; turn < 5; turn++) {
    items.push(writer.append(0))
    await nextTurn()
  }
  expect(batches).toHaveLength(2)
  await finish(Promise.all(items))
})

test('a failure rejects the items of its batch and no others', async () => {
  const { appendAll, writer } = open(1)
  const refused = [writer.append(-1), writer.append(1)]
  for (const item of refused) await expect(finish(item)).rejects.toThrow('refused')
  expect(await finish(appendAll(2))).toEqual([2, 2])
})

test('a slow write holds up the next ones no longer than patienceMs, and maxWrites bounds them', async () => {
  const batches: number[][] = []
  const ends: (() => void)[] = []
  const write = (items: readonly number[]) => {
    batches.push([...items])
    return new Promise<number>((resolve) => ends.push(() => resolve(items.length)))
  }
  const writer = new BatchWriter<number, number>({ write, maxItems: 100, gatherMs: 50, patienceMs: 100, maxWrites: 2 })
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
})

test('idle resolves when everything that was appended is written', async () => {
  const { writer, sizes } = open(5, { maxItems: 2 })
  await writer.idle()
  const items = Array.from({ length: 5 }, (_, index) => writer.append(index))
  await finish(writer.idle())
  expect(sizes()).toEqual([2, 2, 1])
  await finish(Promise.all(items))
})
