import type { Selectable } from 'kysely'
import type { Db } from '#database'
import { findLapse } from '#domains/people/teams/queries.ts'
import type { Lapse } from '#domains/people/teams/rules.ts'
import type { DecisionSourceTable } from './tables.ts'

/** Where an advertiser offers its file of decisions. */
export type SourceRow = Selectable<DecisionSourceTable>

/** Finds the scheduled file of an advertiser, with the name of the member for whom it decides. */
export function findSource(db: Db, { advertiserId }: { advertiserId: bigint }) {
  return db
    .selectFrom('decisionSource')
    .leftJoin('accountSummary as setter', 'setter.id', 'decisionSource.setBy')
    .selectAll('decisionSource')
    .select('setter.displayName as setterName')
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirst()
}

/** Finds why a scheduled file may not decide any more; undefined while the member for whom it decides may. */
export function findSourceLapse(
  db: Db,
  { advertiserId, setBy, setAt }: Pick<SourceRow, 'advertiserId' | 'setBy' | 'setAt'>,
): Promise<Lapse | undefined> {
  return findLapse(db, { advertiserId, accountId: setBy, act: 'decide', since: setAt })
}
