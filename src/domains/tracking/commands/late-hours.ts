import type { Db } from '#database'

/**
 * Takes the oldest hour that has received late clicks off the list and answers it, inside the caller's transaction;
 * `undefined` when there is none. A rollback puts it back.
 */
export async function takeLateHour(tx: Db): Promise<Date | undefined> {
  const late = await tx
    .deleteFrom('lateClickHour')
    .where('hour', '=', (query) => query.selectFrom('lateClickHour').select((row) => row.fn.min('hour').as('hour')))
    .returning('hour')
    .executeTakeFirst()
  return late?.hour
}
