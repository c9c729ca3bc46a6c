import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { listLines } from '#platform/server/database/database-check.ts'
import { inTransaction } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { makePayable, makePayee } from '#test/support/payees.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { advanceRun } from './commands/advance-run.ts'
import { approveRun } from './commands/approve-run.ts'
import { forfeitBalance } from './commands/forfeit-balance.ts'
import { exportRun } from './commands/export-run.ts'
import { draftRun } from './commands/make-run.ts'
import { settlePayout } from './commands/settle-payouts.ts'
import { verifyPayouts } from './queries/verify-payouts.ts'

const USD = 10_000n

const database = await openTestDatabase()

/** Makes an exported run of two publishers, of whom the first is paid. */
beforeAll(async () => {
  const sealing = await createTestSealing(database.db)
  const at = (time: string) => testContext(database.db, 'test', new Date(time))
  const actor = await makeAccount(at('2026-09-01T00:00:00Z'), 'operator')
  for (const amount of [100n * USD, 200n * USD]) {
    const publisherId = await makePayee(at('2026-09-01T00:00:00Z'), sealing)
    await makePayable(at('2026-09-10T00:00:00Z'), { publisherId, amount })
  }
  const ctx = { ...at('2026-10-05T00:00:00Z'), actor }
  const runId = await draftRun(ctx, { month: '2026-09-01' })
  await advanceRun(ctx, { runId, sealing, maxBatches: 9 })
  await approveRun(ctx, { runId, computedAt: ctx.now, typedAmount: 300n * USD })
  await advanceRun(ctx, { runId, sealing, maxBatches: 9 })
  await exportRun(ctx, { runId })
  const [first] = await database.db.selectFrom('payout').select('id').orderBy('publisherId').execute()
  const answer = { status: 'paid', reference: 'TX', day: '2026-10-05', reason: '' } as const
  await settlePayout(ctx, { runId, payoutId: first?.id ?? '', amount: 100n * USD, ...answer })
  const publisherId = await makePayee(at('2026-09-01T00:00:00Z'), sealing)
  await makePayable(at('2026-09-10T00:00:00Z'), { publisherId, amount: 7n * USD })
  await inTransaction(ctx, (tx) => forfeitBalance(tx, { publisherId, kind: 'lapsed', isDue: () => true }))
})
const paid = sql`(SELECT id FROM payout WHERE status = 'paid')`
const waiting = sql`(SELECT id FROM payout WHERE status = 'exported')`

const CORRUPTIONS: [name: string, statement: RawBuilder<unknown>, finding: RegExp][] = [
  [
    'a payout that says it was not paid',
    sql`UPDATE payout SET status = 'failed', reference = NULL, reason = 'x' WHERE status = 'paid'`,
    /entries of payout .*2 payout_failure/,
  ],
  [
    'a payment on a day on which no file was at the bank',
    sql`UPDATE payout SET settled_on = '2026-10-03' WHERE status = 'paid'`,
    /day of payout .*2026-10-04 to 2026-10-05.*2026-10-03/,
  ],
  [
    'a payment without a record',
    sql`UPDATE payout SET status = 'paid', reference = 'x', settled_on = '2026-10-05' WHERE status = 'exported'`,
    /entries of payout .*cash 2000000.*cash 0/,
  ],
  [
    'another amount',
    sql`UPDATE payout SET amount = amount + 100, lines_amount = lines_amount + 100 WHERE status = 'exported'`,
    /in payment of publisher \d+: expected 2000100, found 2000000/,
  ],
  [
    'another amount of cash',
    sql`UPDATE posting SET amount = amount + 1 WHERE to_account = 'network_cash'`,
    /entries of payout .*cash 1000000.*cash 1000001/,
  ],
  [
    'another balance in payment',
    sql`UPDATE balance SET amount = amount + 1 WHERE account = 'publisher_in_payment'`,
    /in payment of publisher \d+: expected 0, found 1/,
  ],
  [
    'a line that left its payout',
    sql`UPDATE statement_line SET payout_id = NULL WHERE payout_id = ${paid}`,
    /lines of payout .*found none/,
  ],
  [
    'a line of another amount',
    sql`UPDATE statement_line SET amount = amount + 1 WHERE payout_id = ${waiting}`,
    /lines of payout .*amount 2000000.*amount 2000001/,
  ],
  [
    'a fee without a posting',
    sql`UPDATE payout SET fee_amount = 500, lines_amount = lines_amount + 500 WHERE status = 'exported'`,
    /entries of payout .*fee 500.*fee 0/,
  ],
  [
    'another amount of a lapse',
    sql`UPDATE forfeiture SET amount = amount + 1, lines_amount = lines_amount + 1`,
    /entry of forfeiture .*lapsed 70001.*lapsed 70000/,
  ],
  [
    'a lapse booked as retained',
    sql`UPDATE posting SET to_account = 'publisher_withheld' WHERE to_account = 'network_lapsed'`,
    /entry of forfeiture .*withheld 0.*withheld 70000/,
  ],
  ['a removed forfeiture', sql`DELETE FROM forfeiture`, /entry of forfeiture .*expected none/],
  [
    'a line that a forfeiture left behind',
    sql`UPDATE statement_line SET payout_id = NULL WHERE amount = 70000`,
    /lines of payout .*amount 70000.*found none/,
  ],
  [
    'a payable balance that no line explains',
    sql`UPDATE balance SET amount = amount + 1 WHERE account = 'publisher_payable' AND amount = 0`,
    /payable to publisher \d+: expected 0, found 1/,
  ],
  ['a removed payout', sql`DELETE FROM payout WHERE status = 'exported'`, /payout run .*included 1.*included 2/],
  ['another sum of the run', sql`UPDATE payout_run SET amount = amount + 1`, /payout run .*amount 3000000.*3000001/],
  [
    'a payout that is behind its run',
    sql`UPDATE payout SET status = 'approved' WHERE status = 'exported'`,
    /payout .*a status of a run that is exported, found approved/,
  ],
  [
    'a draft that was forgotten when its run was posted',
    sql`
      WITH run AS (UPDATE payout_run SET status = 'approved', exported_at = NULL)
      UPDATE payout SET status = 'draft' WHERE status = 'exported'`,
    /payout .*a status of a run that is approved, found draft/,
  ],
  [
    'an entry without a payout',
    sql`UPDATE entry SET source_id = gen_random_uuid() WHERE kind = 'payout_settlement'`,
    /entries of payout .*expected none/,
  ],
]

test('finds nothing in what the commands wrote', async () => {
  expect(listLines(await verifyPayouts(database.ownerDb))).toEqual([])
})

test.each(CORRUPTIONS)('finds %s', async (_name, statement, finding) => {
  const rollback = new Error('rolled back')
  const lines: string[] = []
  await database.ownerDb
    .transaction()
    .execute(async (tx) => {
      await statement.execute(tx)
      lines.push(...listLines(await verifyPayouts(tx)))
      throw rollback
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error
    })
  expect(lines.join('\n')).toMatch(finding)
})
