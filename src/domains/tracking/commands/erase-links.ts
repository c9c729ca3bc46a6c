import type { Ctx } from '#platform/server/context.ts'

/** Deletes the list of custom links of a publisher, inside the caller's transaction. The links themselves work on. */
export async function eraseLinks(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  await tx.db.deleteFrom('customLink').where('publisherId', '=', publisherId).execute()
}
