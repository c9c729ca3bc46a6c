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

/** Marks hours whose hits were counted late, so that their roll-ups are rebuilt. */
export async function markLateHours(tx: Db, hours: readonly Date[]): Promise<void> {
  if (hours.length === 0) return
  const markedAt = new Date()
  await tx
    .insertInto('lateClickHour')
    .values(hours.map((hour) => ({ hour, markedAt })))
    .onConflict((conflict) => conflict.column('hour').doUpdateSet({ markedAt }))
    .execute()
}
