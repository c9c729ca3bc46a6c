import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections } from '#platform/server/privacy.ts'

export const listSourceSections: ListSections = ({ isOwn }) => ({
  decision_source: sql`SELECT * FROM decision_source WHERE ${isOwn}`,
})

/** Deletes the address of an erased advertiser, inside the caller's transaction: nothing is fetched from it again. */
export async function eraseDecisionSource(tx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<void> {
  await tx.db.deleteFrom('decisionSource').where('advertiserId', '=', advertiserId).execute()
}
