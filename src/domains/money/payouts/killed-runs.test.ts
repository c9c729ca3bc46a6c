import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { formatAmount } from '#kernel/money.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { fillPayees } from '#test/support/fill-payees.ts'
import { runUntilKilled } from '#test/support/killed-process.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { advanceRun } from './commands/advance-run.ts'
import { approveRun } from './commands/approve-run.ts'
import { exportRun } from './commands/export-run.ts'
import { discardRun, draftRun, recomputeRun } from './commands/make-run.ts'
import { settleByReport } from './commands/settle-by-report.ts'
import { sumByStatus } from './queries/runs.ts'
import { writeRunFile } from './queries/run-files.ts'
import { verifyPayouts } from './queries/verify-payouts.ts'
import { toPaypalId } from './rules/run-files.ts'

/** Four of five are paid: three batches of a run (500), and two of a report (1,000). */
const PUBLISHERS = 1300
/** One who is paid. The processes wait for its rows. */
const LAST = BigInt(PUBLISHERS)

const database = await openTestDatabase()
let sealing: Sealing
let ctx: Ctx
let runId: string

beforeAll(async () => {
  sealing = await createTestSealing(database.db)
  const accountId = await fillPayees(database.ownerDb, { publishers: PUBLISHERS, lines: 1 })
  const actor = { kind: 'account', role: 'operator', accountId, email: '', displayName: '' } as const
  ctx = { ...testContext(database.db), actor, now: new Date('2026-10-05T00:00:00Z') }
})

const imports = {
  run: [
    `import { advanceRun } from '#domains/money/payouts/commands/advance-run.ts'`,
    `import { approveRun } from '#domains/money/payouts/commands/approve-run.ts'`,
    `import { exportRun } from '#domains/money/payouts/commands/export-run.ts'`,
    `import { discardRun, draftRun, recomputeRun } from '#domains/money/payouts/commands/make-run.ts'`,
    `import { testSealingKey } from '#test/support/sealing.ts'`,
    `import { Sealing } from '#platform/server/sealing/sealing.ts'`,
  ],
  report: [
    `import { createReadStream } from 'node:fs'`,
    `import { settleByReport } from '#domains/money/payouts/commands/settle-by-report.ts'`,
  ],
}

const killAt = (lock: ReturnType<typeof sql>, of: keyof typeof imports, code: string) => {
  const { actor, now } = ctx
  const actorId = actor.kind === 'account' ? actor.accountId : 0n
  return runUntilKilled(database, { lock, imports: imports[of], code, actorId, now })
}

const advance = () => advanceRun(ctx, { runId, sealing, maxBatches: Infinity })
const readRun = () => database.db.selectFrom('payoutRun').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()
const readPayouts = () =>
  database.db.selectFrom('payout').selectAll().where('runId', '=', runId).orderBy('publisherId').execute()
const countByStatus = async () =>
  Object.fromEntries((await sumByStatus(database.db, { runId })).map(({ status, count }) => [status, count]))
const expectRight = async () => expect(listLines(await verifyPayouts(database.db))).toEqual([])

test('a draft whose process is killed is continued to what an undisturbed one is', async () => {
  await killAt(
    sql`SELECT FROM statement_line WHERE publisher_id = ${LAST} FOR UPDATE`,
    'run',
    `const runId = await draftRun(ctx, { month: '2026-09-01' })
    await advanceRun(ctx, { runId, sealing: new Sealing([testSealingKey]), maxBatches: 9 })`,
  )
  const run = await database.db.selectFrom('payoutRun').selectAll().executeTakeFirstOrThrow()
  runId = run.id
  expect(run).toMatchObject({ status: 'draft', progressPublisherId: 1000n, computedAt: null })
  await advance()
  const strip = async () => (await readPayouts()).map(({ id: _, ...payout }) => payout)
  const continued = await strip()
  const { includedCount, excludedCount, amount } = await readRun()
  expect(includedCount + excludedCount).toBe(PUBLISHERS)
  expect(excludedCount).toBeGreaterThan(0)
  await expectRight()
  await recomputeRun(ctx, { runId })
  await advance()
  expect(await strip()).toEqual(continued)
  expect(await readRun()).toMatchObject({ includedCount, excludedCount, amount })
})

const emptyUntilKilled = (command: 'recomputeRun' | 'discardRun') =>
  killAt(
    sql`SELECT FROM payout WHERE publisher_id = ${LAST} FOR UPDATE`,
    'run',
    `await ${command}(ctx, { runId: '${runId}' })
    await advanceRun(ctx, { runId: '${runId}', sealing: new Sealing([testSealingKey]), maxBatches: 9 })`,
  )

test('a draft whose process is killed while it is emptied is continued, and nobody uses it meanwhile', async () => {
  const { includedCount, excludedCount, amount } = await readRun()
  await emptyUntilKilled('recomputeRun')
  const half = await readRun()
  expect(half).toMatchObject({ emptiedFor: 'compute', computedAt: null, excludedCount: 0 })
  expect(half.includedCount).toBeGreaterThan(0)
  expect(half.includedCount).toBeLessThan(includedCount)
  await expectRight()
  await expect(draftRun(ctx, { month: '2026-08-01' })).rejects.toThrow('run.draft_exists')
  const approval = { runId, computedAt: ctx.now, typedAmount: half.amount }
  await expect(approveRun(ctx, approval)).rejects.toThrow('run.not_computed')
  await advance()
  expect(await readRun()).toMatchObject({ emptiedFor: null, includedCount, excludedCount, amount })
  await expectRight()
})

test('a discard whose process is killed is continued, and then the lines can be drafted again', async () => {
  const before = await readRun()
  await emptyUntilKilled('discardRun')
  expect(await readRun()).toMatchObject({ emptiedFor: 'discard' })
  await expectRight()
  await expect(recomputeRun(ctx, { runId })).rejects.toThrow('run.changed_meanwhile')
  await discardRun(ctx, { runId })
  expect(await database.db.selectFrom('payoutRun').selectAll().execute()).toEqual([])
  await expectRight()
  runId = await draftRun(ctx, { month: '2026-09-01' })
  await advance()
  const { includedCount, excludedCount, amount } = before
  expect(await readRun()).toMatchObject({ includedCount, excludedCount, amount })
})

test('an approval whose process is killed posts each payout once', async () => {
  const { amount } = await readRun()
  await killAt(
    sql`SELECT FROM balance WHERE publisher_id = ${LAST} FOR UPDATE`,
    'run',
    `await approveRun(ctx, { runId: '${runId}', computedAt: ctx.now, typedAmount: ${amount}n })
    await advanceRun(ctx, { runId: '${runId}', sealing: new Sealing([testSealingKey]), maxBatches: 9 })`,
  )
  const { includedCount, progressPublisherId } = await readRun()
  expect(progressPublisherId).not.toBe(null)
  expect(await countByStatus()).toMatchObject({ draft: expect.any(Number), approved: 1000 })
  await expectRight()
  await advance()
  expect(await countByStatus()).toEqual({ approved: includedCount })
  await expectRight()
})

const parts = () => ({ sealing, networkName: 'Tandem', payer: undefined, now: ctx.now })

/** Reads a file of the run. */
async function readFile(kind: 'paypal' | 'list'): Promise<string> {
  const file = { name: '', kind, index: 0, payouts: 0 }
  const { body } = await writeRunFile(database.db, { runId, file, parts: parts() })
  return typeof body === 'string' ? body : text(body)
}

test('an export whose process is killed has exported nothing, and then the same files', async () => {
  const before = await readRun()
  const files = [await readFile('paypal'), await readFile('list')]
  await killAt(
    sql`SELECT FROM payout WHERE publisher_id = ${LAST} FOR UPDATE`,
    'run',
    `await exportRun(ctx, { runId: '${runId}' })`,
  )
  expect(await readRun()).toEqual(before)
  expect(await countByStatus()).toEqual({ approved: before.includedCount })
  await exportRun(ctx, { runId })
  expect(await countByStatus()).toEqual({ exported: before.includedCount })
  expect([await readFile('paypal'), await readFile('list')]).toEqual(files)
  await expectRight()
})

test('a settlement whose process is killed is sent again, and pays and numbers each payout once', async () => {
  const payouts = await readPayouts()
  const rows = payouts.map(({ id, amount }) => `${toPaypalId(id)},${formatAmount(amount, 2)},Completed,TX-${id}\n`)
  const report = `customer_id,amount,status,transaction id\n${rows.join('')}`
  const path = join(mkdtempSync(join(tmpdir(), 'tandem-report-')), 'report.csv')
  writeFileSync(path, report)
  await killAt(
    sql`SELECT FROM payout WHERE publisher_id = ${LAST} FOR UPDATE`,
    'report',
    `await settleByReport(ctx, { runId: '${runId}', chunks: createReadStream('${path}') })`,
  )
  rmSync(dirname(path), { recursive: true })
  expect(await countByStatus()).toEqual({ paid: 1000, exported: payouts.length - 1000 })
  await expectRight()
  const again = await settleByReport(ctx, { runId, chunks: Readable.from([Buffer.from(report)]) })
  expect(again).toMatchObject({ changed: payouts.length - 1000, unchanged: 1000, refused: [] })
  expect(await readRun()).toMatchObject({ status: 'settled' })
  const statements = await database.db.selectFrom('statement').select(['number']).execute()
  expect(statements).toEqual(payouts.map(() => ({ number: 1 })))
  const cash = await database.db.selectFrom('balance').select('amount').where('account', '=', 'network_cash').execute()
  const sum = (list: readonly { amount: bigint }[]) => list.reduce((total, { amount }) => total + amount, 0n)
  expect(sum(cash)).toBe(sum(payouts))
  await expectRight()
})
