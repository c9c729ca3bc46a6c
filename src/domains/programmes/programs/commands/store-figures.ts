import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { CoverFigures, ProgramFigures } from '../rules.ts'

/** Replaces the figures of all programmes by newly measured ones. */
export async function storeFigures(
  ctx: Ctx,
  figures: readonly (ProgramFigures & CoverFigures & { programId: bigint; score: bigint })[],
): Promise<void> {
  if (figures.length === 0) return
  await sql`INSERT INTO program_figures (
      program_id, clicks, commission, confirmed, cancelled, decision_hours, score,
      confirmed_commission, uncovered_commission, measured_at
    )
    SELECT *, ${ctx.now}::timestamptz FROM unnest(
      ${figures.map(({ programId }) => programId)}::bigint[], ${figures.map(({ clicks }) => clicks)}::bigint[],
      ${figures.map(({ commission }) => commission)}::bigint[], ${figures.map(({ confirmed }) => confirmed)}::bigint[],
      ${figures.map(({ cancelled }) => cancelled)}::bigint[],
      ${figures.map(({ decisionHours }) => decisionHours)}::int[], ${figures.map(({ score }) => score)}::bigint[],
      ${figures.map(({ confirmedCommission }) => confirmedCommission)}::bigint[],
      ${figures.map(({ uncoveredCommission }) => uncoveredCommission)}::bigint[]
    )
    ON CONFLICT (program_id) DO UPDATE SET clicks = excluded.clicks, commission = excluded.commission,
      confirmed = excluded.confirmed, cancelled = excluded.cancelled, decision_hours = excluded.decision_hours,
      score = excluded.score, confirmed_commission = excluded.confirmed_commission,
      uncovered_commission = excluded.uncovered_commission, measured_at = excluded.measured_at`.execute(ctx.db)
}
