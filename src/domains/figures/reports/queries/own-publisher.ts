import type { Db } from '#database'
import { notFound } from '#kernel/errors.ts'

/**
 * Gets a publisher that has a relation to the programme of an advertiser, or sent it a click. Refuses another one as
 * not found.
 */
export async function getOwnPublisher(
  db: Db,
  { advertiserId, publisherId }: { advertiserId: bigint; publisherId: bigint },
) {
  const publisher = await db
    .selectFrom('publisher')
    .select(['id', 'name'])
    .where('id', '=', publisherId)
    .where((row) =>
      row.or([
        row.exists(
          row
            .selectFrom('membership')
            .innerJoin('program', 'program.id', 'membership.programId')
            .select('membership.programId')
            .whereRef('membership.publisherId', '=', 'publisher.id')
            .where('program.advertiserId', '=', advertiserId),
        ),
        row.exists(
          row
            .selectFrom('rollupAdvertiser')
            .select('day')
            .where('rollupAdvertiser.publisherId', '=', publisherId)
            .where('rollupAdvertiser.advertiserId', '=', advertiserId),
        ),
      ]),
    )
    .executeTakeFirst()
  if (!publisher) throw notFound()
  return publisher
}
