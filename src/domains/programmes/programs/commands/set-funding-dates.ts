import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange, announcePageChange } from '#platform/server/database/notify.ts'

/** Until when the programme of an advertiser goes on as it is; null while its funds suffice. */
export interface FundingDates {
  advertiserId: bigint
  /** From when on no publisher can ask to join. */
  noJoinsFrom: Date | null
  /** From when on no request is approved and no promotion is shown. Links lead on, and orders count. */
  closedFrom: Date | null
}

/** Stores the dates with the programme, inside the caller's transaction. The calling command writes the audit line. */
export async function setFundingDates(tx: Ctx, { advertiserId, noJoinsFrom, closedFrom }: FundingDates): Promise<void> {
  await tx.db
    .updateTable('program')
    .set({ noJoinsFrom, closedFrom, changedAt: tx.now })
    .where('advertiserId', '=', advertiserId)
    .execute()
  await announceCatalogChange(tx)
  await announcePageChange(tx)
}
