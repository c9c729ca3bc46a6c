import { sql } from 'kysely'
import type { Db } from '#database'
import { startOfDay } from '#kernel/days.ts'
import type { DayRange } from '#kernel/days.ts'
import { VERDICTS } from '#domains/tracking/tracking/rules/verdict.ts'
import type { Verdict } from '#domains/tracking/tracking/rules/verdict.ts'

/** The hits of a range by verdict; a verdict without hits is missing. */
export interface NetworkHits {
  counts: readonly { verdict: Verdict; hits: bigint }[]
  /** The part of the hits that were counted and not stored, because too many came from one IP prefix. */
  overflow: bigint
}

/** Counts the hits of all publishers in a range, and those whose key names no site. */
export async function countNetworkHits(db: Db, range: DayRange): Promise<NetworkHits> {
  const [from, until] = [startOfDay(range.from), startOfDay(range.until)]
  const sums = VERDICTS.map((verdict) => sql`sum(${sql.ref(verdict)})::bigint AS ${sql.id(verdict)}`)
  const parts = VERDICTS.map((verdict) => sql`(${sql.lit(verdict)}, ${sql.ref(verdict)})`)
  const { rows: counts } = await sql<{ verdict: Verdict; hits: bigint }>`
    SELECT verdict, hits
    FROM (SELECT ${sql.join(sums)} FROM rollup_hour WHERE hour >= ${from} AND hour < ${until}) AS total,
      LATERAL (VALUES ${sql.join(parts)}) AS part (verdict, hits)
    WHERE hits > 0`.execute(db)
  const { overflow } = await db
    .selectFrom('hitOverflow')
    .select(sql<bigint>`coalesce(sum(hits), 0)::bigint`.as('overflow'))
    .where('hour', '>=', from)
    .where('hour', '<', until)
    .executeTakeFirstOrThrow()
  return { counts, overflow }
}
