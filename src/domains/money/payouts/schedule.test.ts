import { beforeAll, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { makePayable, makePayee } from '#test/support/payees.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { advanceRun } from './commands/advance-run.ts'
import { approveRun } from './commands/approve-run.ts'
import { draftScheduledRun } from './commands/draft-scheduled-run.ts'
import { discardRun, draftRun, recomputeRun } from './commands/make-run.ts'
import { getLapsesCall, getScheduleCall } from './contract/schedule.ts'
import { scheduleRoutes } from './routes/schedule.ts'

const USD = 10_000n

const database = await openTestDatabase()
let sealing: Sealing
let operator: Awaited<ReturnType<typeof makeAccount>>

beforeAll(async () => {
  sealing = await createTestSealing(database.db)
  operator = await makeAccount(at('2026-01-01'), 'operator')
})
const at = (time: string): Ctx =>
  testContext(database.db, 'jobs', new Date(time.length === 10 ? `${time}T00:00:00Z` : time))
const by = (actor: typeof operator, time: string): Ctx => ({ ...at(time), actor })
const readRuns = () => database.db.selectFrom('payoutRun').selectAll().orderBy('month').execute()

test('drafts the run of a month at the end of the following one, once, and posts nothing', async () => {
  const publisherId = await makePayee(at('2026-09-01'), sealing)
  await draftScheduledRun(at('2026-11-30'))
  expect(await readRuns()).toEqual([])
  await makePayable(at('2026-10-31T23:59:59.999Z'), { publisherId, amount: 150n * USD })
  await draftScheduledRun(at('2026-11-29T23:59:59Z'))
  expect(await readRuns()).toEqual([])
  const twice = at('2026-11-30T00:05:00Z')
  await Promise.allSettled([draftScheduledRun(twice), draftScheduledRun(twice)])
  const [run, ...others] = await readRuns()
  if (!run) throw new Error('There is no draft.')
  expect(others).toEqual([])
  expect(run).toMatchObject({ month: '2026-10-01', status: 'draft', madeBy: null })
  await advanceRun(at('2026-11-30T00:06:00Z'), { runId: run.id, sealing, maxBatches: 9 })
  const postings = await database.db.selectFrom('entry').selectAll().where('sourceKind', '=', 'payout').execute()
  expect(postings).toEqual([])

  await discardRun(by(operator, '2026-11-30T08:00:00Z'), { runId: run.id })
  await draftScheduledRun(at('2026-11-30T09:05:00Z'))
  expect(await readRuns()).toEqual([])
})

test('makes up for a missed day, and leaves the month to an operator who was first', async () => {
  await draftScheduledRun(at('2026-12-31T00:05:00Z'))
  expect(await readRuns()).toMatchObject([{ month: '2026-11-01' }])
  await discardRun(by(operator, '2027-01-01'), { runId: (await readRuns())[0]?.id ?? '' })
  const runId = await draftRun(by(operator, '2027-01-02'), { month: '2026-12-01' })
  // Another draft stands: the one of the schedule waits until it is gone.
  await draftScheduledRun(at('2027-01-31T00:05:00Z'))
  expect(await readRuns()).toHaveLength(1)
  await discardRun(by(operator, '2027-01-31'), { runId })
  await draftScheduledRun(at('2027-02-11T13:05:00Z'))
  expect(await readRuns()).toMatchObject([{ month: '2026-12-01', madeBy: null }])
})

test('one operator approves the draft of the schedule by its sum; of two, one computes it first', async () => {
  const [draft] = await readRuns()
  if (!draft) throw new Error('There is no draft.')
  const runId = draft.id
  const compute = (time: string) => advanceRun(at(time), { runId, sealing, maxBatches: 9 })
  await compute('2027-02-11T14:00:00Z')
  const approve = (actor: typeof operator, computedAt: string) =>
    approveRun(by(actor, '2027-02-12'), { runId, computedAt: new Date(computedAt), typedAmount: 1n })
  await expect(approve(operator, '2027-02-11T14:00:00Z')).rejects.toMatchObject({ details: { code: 'run.typed_sum' } })
  const second = await makeAccount(at('2027-02-11'), 'operator')
  await expect(approve(second, '2027-02-11T14:00:00Z')).rejects.toMatchObject({ details: { code: 'run.no_maker' } })
  await recomputeRun(by(operator, '2027-02-11T15:00:00Z'), { runId })
  await compute('2027-02-11T15:00:00Z')
  await approve(second, '2027-02-11T15:00:00Z')
  expect(await readRuns()).toMatchObject([{ status: 'approved', madeBy: operator.accountId }])
})

test('the money home names the draft, what is payable by run, and lapses', async () => {
  const publisherId = await makePayee(at('2026-01-01'), sealing)
  await makePayable(at('2026-01-03'), { publisherId, amount: 90n * USD })
  const server = await createTestServer(database.db, scheduleRoutes)
  const read = async (path: string) => (await server.get(path, { as: operator })).json()
  expect(await read(getScheduleCall.path)).toMatchObject({ data: { draft: null, runs: [{ payable: '90.0000' }, {}] } })
  const runId = await draftRun(by(operator, '2027-03-31'), { month: '2027-02-01' })
  expect((await read(getScheduleCall.path)).data.draft).toMatchObject({
    id: runId,
    month: '2027-02',
    day: '2027-03-31',
    is_scheduled: false,
  })
  expect((await read(getLapsesCall.path)).data).toEqual({
    currency: 'USD',
    lapsed: '0.0000',
    retained: '0.0000',
    warned: [],
    forfeitures: [],
  })
  await server.close()
})
