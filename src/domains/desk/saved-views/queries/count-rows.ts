import { sql } from 'kysely'
import type { ListParams } from '#kernel/list-query.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { SavedList } from '#platform/server/saved-lists.ts'

/** Longer than this, a count is given up: a keyword can need every row. */
const TIMEOUT_MS = 300

/** PostgreSQL's code of a statement that took too long. */
const TIMED_OUT = '57014'

/** Counts the rows of a list up to a limit. Undefined for a list without a count, and when it takes too long. */
export async function countRows(
  ctx: Ctx,
  { count }: SavedList,
  { params, limit }: { params: ListParams; limit: number },
) {
  if (!count) return undefined
  try {
    return await ctx.db.transaction().execute(async (db) => {
      await sql`SELECT set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`.execute(db)
      return count({ ...ctx, db }, params, limit)
    })
  } catch (error) {
    if ((error as { code?: string }).code === TIMED_OUT) return undefined
    throw error
  }
}
