import { sql } from 'kysely'
import { addDays, toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { storeFigures } from '#domains/programmes/programs/commands/store-figures.ts'
import { FIGURE_DAYS, scoreProgram } from '#domains/programmes/programs/rules.ts'
import type { CoverFigures, ProgramFigures } from '#domains/programmes/programs/rules.ts'

/** The latest decisions of each kind from which the median time to a decision is taken. */
const SAMPLED_DECISIONS = 500

/**
 * Measures every programme over the last 90 days and stores the figures with the score that sorts the list of
 * advertisers. The cost depends on the number of programmes, not on the number of clicks.
 */
export async function measurePrograms(ctx: Ctx): Promise<void> {
  const from = addDays(toDay(ctx.now), -FIGURE_DAYS)
  const latest = (status: 'CONFIRMED' | 'CANCELLED') => sql`(
    SELECT decided_at - transaction_at AS waited FROM transaction_state
    WHERE advertiser_id = program.advertiser_id AND status = ${status}
    ORDER BY transaction_at DESC LIMIT ${SAMPLED_DECISIONS}
  )`
  const { rows } = await sql<ProgramFigures & CoverFigures & { programId: bigint }>`
    WITH clicked AS (
      SELECT advertiser_id, sum(clicks)::bigint AS clicks, sum(commission)::bigint AS commission
      FROM rollup_day WHERE day >= ${from} GROUP BY 1
    ), decided AS (
      SELECT advertiser_id,
        coalesce(sum(transactions) FILTER (WHERE status = 'CONFIRMED'), 0)::bigint AS confirmed,
        coalesce(sum(transactions) FILTER (WHERE status = 'CANCELLED'), 0)::bigint AS cancelled,
        coalesce(sum(commission) FILTER (WHERE status = 'CONFIRMED'), 0)::bigint AS confirmed_commission
      FROM rollup_status WHERE day >= ${from} GROUP BY 1
    ), uncovered AS (
      SELECT advertiser_id, sum(commission - covered_commission)::bigint AS uncovered_commission
      FROM transaction_state
      WHERE status = 'CONFIRMED' AND (covered_commission < commission OR covered_fee < fee)
        AND transaction_at >= ${from}::date GROUP BY 1
    )
    SELECT program.id AS program_id, coalesce(clicks, 0)::bigint AS clicks,
      coalesce(commission, 0)::bigint AS commission, coalesce(confirmed, 0)::bigint AS confirmed,
      coalesce(cancelled, 0)::bigint AS cancelled, coalesce(confirmed_commission, 0)::bigint AS confirmed_commission,
      coalesce(uncovered_commission, 0)::bigint AS uncovered_commission, (
        SELECT round(extract(epoch FROM percentile_disc(0.5) WITHIN GROUP (ORDER BY waited)) / 3600)::int
        FROM (${latest('CONFIRMED')} UNION ALL ${latest('CANCELLED')}) AS decision
      ) AS decision_hours
    FROM program LEFT JOIN clicked USING (advertiser_id) LEFT JOIN decided USING (advertiser_id)
      LEFT JOIN uncovered USING (advertiser_id)`.execute(ctx.db)
  const network = sumFigures(rows)
  await storeFigures(
    ctx,
    rows.map((row) => ({ ...row, score: scoreProgram(row, network) })),
  )
}

/** Sums the figures of all programmes. */
function sumFigures(figures: readonly ScoredFigures[]): ScoredFigures {
  const sum = { clicks: 0n, commission: 0n, confirmed: 0n, cancelled: 0n }
  const names = ['clicks', 'commission', 'confirmed', 'cancelled'] as const
  for (const each of figures) for (const name of names) sum[name] += each[name]
  return sum
}

type ScoredFigures = Omit<ProgramFigures, 'decisionHours'>
