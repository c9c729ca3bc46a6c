import { lockProgram } from '#domains/programmes/programs/commands/lock-program.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Ctx } from '#platform/server/context.ts'

/** Locks the programme of an advertiser until the transaction ends; refuses an advertiser without one by the code. */
export async function lockOwn(tx: Ctx, advertiserId: bigint, code: 'closing.not_open' | 'pause.not_open') {
  const own = await tx.db.selectFrom('program').select('id').where('advertiserId', '=', advertiserId).executeTakeFirst()
  if (!own) throw new Refusal({ code, status: 409 })
  return { programId: own.id, ...(await lockProgram(tx, own.id)) }
}
