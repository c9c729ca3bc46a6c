import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import type { RestrictedState } from './rules.ts'

/** Lists the periods in which the account of a publisher was not active, the latest first. */
export function listPeriods(db: Db, { publisherId }: { publisherId: bigint }) {
  return db
    .selectFrom('accountState')
    .selectAll()
    .where('publisherId', '=', publisherId)
    .orderBy('beganAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Finds the open period of a state; with `isLocked`, locked until the end of the transaction. */
export function findOpenPeriod(
  db: Db,
  { publisherId, state, isLocked = false }: { publisherId: bigint; state: RestrictedState; isLocked?: boolean },
) {
  return db
    .selectFrom('accountState')
    .selectAll()
    .where('publisherId', '=', publisherId)
    .where('state', '=', state)
    .where('endedAt', 'is', null)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Whether the account of a publisher is in one of these states now; `publisherId` is a column or a value. */
export function hasAccountState(publisherId: RawBuilder<unknown>, states: readonly RestrictedState[]) {
  return sql<boolean>`EXISTS (
    SELECT FROM account_state AS period
    WHERE period.publisher_id = ${publisherId} AND period.ended_at IS NULL
      AND period.state IN (${sql.join(states.map((state) => sql.lit(state)))})
  )`
}

/** Whether the account of a publisher is closed. */
export async function isClosed(db: Db, { publisherId }: { publisherId: bigint }): Promise<boolean> {
  const { rows } = await sql<{ isClosed: boolean }>`
    SELECT ${hasAccountState(sql`${publisherId}`, ['closed'])} AS is_closed`.execute(db)
  return rows[0]?.isClosed === true
}
