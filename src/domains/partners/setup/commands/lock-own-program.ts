import { lockProgram } from '#domains/programmes/programs/commands/lock-program.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findLastOpening } from '../queries/openings.ts'
import { findOwnProgram } from '../queries/setup.ts'

/** Locks the programme of an advertiser until the transaction ends. Refuses an advertiser without one. */
export async function lockOwnProgram(tx: Ctx, advertiserId: bigint) {
  const program = await findOwnProgram(tx.db, { advertiserId })
  if (!program) throw new Refusal({ code: 'setup.no_program', status: 409 })
  const { status, title } = await lockProgram(tx, program.id)
  const last = await findLastOpening(tx.db, { programId: program.id })
  return { programId: program.id, status, title, waiting: last?.state === 'waiting' ? last : undefined }
}

/**
 * Locks the programme of an advertiser for a change by its brand, before or after the opening. One that waits for its
 * review is not changed meanwhile, and a closed one not any more.
 */
export async function lockChangeable(tx: Ctx, advertiserId: bigint) {
  const program = await lockOwnProgram(tx, advertiserId)
  if (program.waiting) throw new Refusal({ code: 'setup.waiting', status: 409 })
  if (program.status === 'closed') throw new Refusal({ code: 'setup.closed', status: 409 })
  return program
}

/** Locks the programme of an advertiser for what its brand does only before the opening. */
export async function lockDraft(tx: Ctx, advertiserId: bigint) {
  const program = await lockChangeable(tx, advertiserId)
  if (program.status !== 'draft') throw new Refusal({ code: 'setup.not_draft', status: 409 })
  return program
}
