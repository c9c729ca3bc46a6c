import type { Db } from '#database'
import type { listTransactionLines } from '#domains/books/ledger/queries.ts'
import { startOfDay } from '#kernel/days.ts'
import { planRun } from '../rules/schedule.ts'
import type { LinePayout, OrderLine } from '../rules/take-backs.ts'

type Line = Awaited<ReturnType<typeof listTransactionLines>>[number]

/** Reads the payouts of the statement lines of an order. */
export async function readLinePayouts(db: Db, publisherId: bigint, lines: readonly Line[]): Promise<OrderLine[]> {
  const payoutIds = lines.flatMap(({ payoutId }) => payoutId ?? [])
  if (payoutIds.length === 0) return lines.map((line) => ({ ...line, payout: null }))
  const rows = await db
    .selectFrom('payout')
    .innerJoin('payoutRun as run', 'run.id', 'payout.runId')
    .leftJoin('statement', (join) =>
      join.onRef('statement.publisherId', '=', 'payout.publisherId').onRef('statement.payoutId', '=', 'payout.id'),
    )
    .select(['payout.id', 'payout.status', 'payout.settledOn', 'run.month', 'statement.number as statementNumber'])
    .where('payout.publisherId', '=', publisherId)
    .where('payout.id', 'in', payoutIds)
    .execute()
  const payouts = new Map<string, LinePayout>(
    rows.map(({ id, status, settledOn, month, statementNumber }) => [
      id,
      {
        id,
        status,
        statementNumber,
        run: planRun(month),
        settledAt: settledOn === null ? null : startOfDay(settledOn),
      },
    ]),
  )
  return lines.map((line) => ({ ...line, payout: payouts.get(line.payoutId ?? '') ?? null }))
}
