import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange, announcePageChange } from '#platform/server/database/notify.ts'

/** What budgets that are used up keep publishers from. */
export interface BudgetDates {
  advertiserId: bigint
  /** Until when no publisher can ask to join. */
  joinsPausedUntil: Date | null
  /** From when until when the clicks of all publishers earn nothing. */
  stoppedFrom: Date | null
  stoppedUntil: Date | null
}

/** Stores the dates with the programme, inside the caller's transaction. The calling command writes the audit line. */
export async function setBudgetDates(tx: Ctx, { advertiserId, ...dates }: BudgetDates): Promise<void> {
  await tx.db
    .updateTable('program')
    .set({ ...dates, changedAt: tx.now })
    .where('advertiserId', '=', advertiserId)
    .execute()
  await announceCatalogChange(tx)
  await announcePageChange(tx)
}
