import type { Db } from '#database'

/**
 * Deletes the oldest late hour from its table and answers it, inside the caller's transaction. Answers `undefined` when
 * there is none.
 */
export async function takeLateHour(tx: Db): Promise<Date | undefined> {
  const late = await tx
    .deleteFrom('lateClickHour')
    .where('hour', '=', (query) => query.selectFrom('lateClickHour').select((row) => row.fn.min('hour').as('hour')))
    .returning('hour')
    .executeTakeFirst()
  return late?.hour
}
