import { expect, test } from 'vitest'
import { runCoalesced } from './run-coalesced.ts'

/** Work whose runs the test ends one by one. */
function controlledWork() {
  const runs: PromiseWithResolvers<void>[] = []
  const work = runCoalesced(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  return { runs, work }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

test('runs at once, and once more for all requests during the run', async () => {
  const { runs, work } = controlledWork()
  const requests = [work.request(), work.request(), work.request()]
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await settle()
  expect(runs).toHaveLength(2)
  runs[1]?.resolve()
  await Promise.all(requests)
  await settle()
  expect(runs).toHaveLength(2)
})

test('runs again for a request after the last run, or for one from the run itself', async () => {
  let runs = 0
  const work = runCoalesced(async () => {
    runs++
    if (runs === 1) void work.request()
  })
  await work.request()
  expect(runs).toBe(2)
  await work.request()
  expect(runs).toBe(3)
})

test('rejects when a run fails, and runs again for the next request', async () => {
  const { runs, work } = controlledWork()
  const requests = Promise.allSettled([work.request(), work.request()])
  runs[0]?.reject(new Error('gone'))
  expect(await requests).toEqual([
    { status: 'rejected', reason: new Error('gone') },
    { status: 'rejected', reason: new Error('gone') },
  ])
  const again = work.request()
  expect(runs).toHaveLength(2)
  runs[1]?.resolve()
  await expect(again).resolves.toBeUndefined()
})

test('idle waits for the current runs and never rejects', async () => {
  const { runs, work } = controlledWork()
  await work.idle()
  const request = work.request().catch(() => 'failed')
  const rested = work.idle().then(() => 'rests')
  expect(await Promise.race([rested, settle().then(() => 'still runs')])).toBe('still runs')
  runs[0]?.reject(new Error('gone'))
  expect(await rested).toBe('rests')
  expect(await request).toBe('failed')
})
