import type { Db } from '#database'
import type { ReasonAliases } from '../rules/decision-file.ts'

/** Lists what the system of an advertiser calls reasons, in alphabetical order. */
export function listReasonAliases(db: Db, { advertiserId }: { advertiserId: bigint }) {
  return db
    .selectFrom('reasonAlias')
    .select(['alias', 'reason'])
    .where('advertiserId', '=', advertiserId)
    .orderBy('alias')
    .execute()
}

/** Reads the same as a map from aliases to reasons. */
export async function readReasonAliases(db: Db, owner: { advertiserId: bigint }): Promise<ReasonAliases> {
  const rows = await listReasonAliases(db, owner)
  return new Map(rows.map(({ alias, reason }) => [alias, reason]))
}
