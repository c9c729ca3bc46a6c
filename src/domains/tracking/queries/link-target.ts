import { sql } from 'kysely'
import type { Db } from '#database'
import { siblingHost } from '../rules/destination.ts'

/** Finds the advertiser that declared a host, and whether a publisher has joined it; undefined when there is none. */
export function findLinkTarget(db: Db, { hostname, publisherId }: { hostname: string; publisherId: bigint }) {
  return db
    .selectFrom('advertiserDomain')
    .innerJoin('advertiser', 'advertiser.id', 'advertiserDomain.advertiserId')
    .leftJoin('program', 'program.advertiserId', 'advertiser.id')
    .leftJoin('membership', (join) =>
      join.onRef('membership.programId', '=', 'program.id').on('membership.publisherId', '=', publisherId),
    )
    .select([
      'advertiser.name',
      sql<boolean>`advertiser.status = 'active' AND program.status IS NOT DISTINCT FROM 'open'`.as('isOpen'),
      sql<boolean>`membership.status IS NOT DISTINCT FROM 'joined'`.as('isJoined'),
    ])
    .where('advertiserDomain.hostname', 'in', [hostname, siblingHost(hostname)])
    .orderBy((eb) => eb('advertiserDomain.hostname', '=', hostname), 'desc')
    .limit(1)
    .executeTakeFirst()
}
