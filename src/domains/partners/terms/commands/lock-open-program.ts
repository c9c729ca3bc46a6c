import { lockProgram } from '#domains/programmes/programs/commands/lock-program.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findOwnProgram, readVersions } from '../queries/versions.ts'

/**
 * Locks the programme of an advertiser until the transaction ends, so that its commands run one after another, and
 * reads its versions. Refuses a programme that never had terms in force: its terms belong to its set-up.
 */
export async function lockOpenProgram(tx: Ctx, advertiserId: bigint) {
  const program = await findOwnProgram(tx.db, { advertiserId })
  if (!program) throw new Refusal({ code: 'setup.no_program', status: 409 })
  await lockProgram(tx, program.id)
  const versions = await readVersions(tx.db, { programId: program.id, now: tx.now })
  const { inForce } = versions
  if (program.status === 'draft' || !inForce) throw new Refusal({ code: 'rates.set_up_first', status: 409 })
  return { program, versions: { ...versions, inForce } }
}

/** Refuses a revision that is not that of the draft; 0 stands for none. */
export function checkRevision(draft: { revision: number } | undefined, revision: number): void {
  if ((draft?.revision ?? 0) !== revision) throw new Refusal({ code: 'rates.draft_changed', status: 409 })
}
