import type { Ctx } from '#platform/server/context.ts'

/** Deletes the company and the unproved hosts of an erased advertiser, inside the caller's transaction. */
export async function eraseCompany(tx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<void> {
  await tx.db.deleteFrom('company').where('advertiserId', '=', advertiserId).execute()
  await tx.db.deleteFrom('pendingDomain').where('advertiserId', '=', advertiserId).execute()
}
