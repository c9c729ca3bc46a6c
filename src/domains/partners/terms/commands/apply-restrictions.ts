import { lockProgram } from '#domains/programmes/programs/commands/lock-program.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import { listMethods } from '#domains/programmes/programs/queries/programs.ts'
import { restrictMethods } from '#kernel/lists/promotion-methods.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { tryEach } from '#platform/server/jobs/try-each.ts'
import { listUnapplied } from '../queries/announcements.ts'
import { readVersions } from '../queries/versions.ts'
import { isWithdrawn } from '../rules/notice.ts'

/**
 * Restricts the methods of programmes as announced versions say that have begun: each version once, so that a method
 * may be permitted again later. A withdrawn version restricts nothing.
 */
export async function applyRestrictions(ctx: Ctx): Promise<void> {
  const apply = (begun: Begun) => inTransaction(ctx, (tx) => applyOne(tx, begun))
  await tryEach(await listUnapplied(ctx.db, ctx), apply, 'The methods of some programmes were not restricted.')
}

type Begun = Awaited<ReturnType<typeof listUnapplied>>[number]

async function applyOne(tx: Ctx, { programId, termsId }: Begun): Promise<void> {
  await lockProgram(tx, programId)
  const { all } = await readVersions(tx.db, { programId, now: tx.now })
  const version = all.find(({ id }) => id === termsId)
  const { numUpdatedRows: marked } = await tx.db
    .updateTable('termsAnnouncement')
    .set({ restrictedAt: tx.now })
    .where('termsId', '=', termsId)
    .where('restrictedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (marked === 0n || !version || isWithdrawn(version, all)) return
  const methods = restrictMethods(await listMethods(tx.db, programId), version.restrictions)
  await updateProgram(tx, { programId, methods })
}
