import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { refuseViolation } from '#platform/server/database/constraints.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange, announcePageChange } from '#platform/server/database/notify.ts'
import { listTerms } from '../queries/terms.ts'
import { termsInForce } from '../rules.ts'
import type { ProgramStatus } from '../rules.ts'
import type { NewProgram } from './create-program.ts'
import { lockProgram } from './lock-program.ts'
import { NO_TEXTS, programViolations, replaceCountries, replaceMethods } from './program-details.ts'

/** The new values of a programme. Absent fields keep their values. */
export interface ProgramChange extends Partial<Omit<NewProgram, 'advertiserId'>> {
  programId: bigint
  status?: ProgramStatus
  /** The logo that it shows; null for none. */
  logoDigest?: string | null
  /** How many days before it takes effect a cut of rates is published. */
  noticeDays?: number | undefined
}

/**
 * Changes a programme. It can be opened only while terms are in force, because they determine the commission of clicks.
 * One that was closed on an announced day can be opened again.
 */
export function updateProgram(ctx: Ctx, input: ProgramChange) {
  const { programId, countries, methods, ...change } = input
  return inTransaction(ctx, async (tx) => {
    const { status, closesAt } = await lockProgram(tx, programId)
    const isOtherStatus = change.status !== undefined && change.status !== status
    const isReopened = change.status === 'open' && closesAt !== null && closesAt <= tx.now
    if (change.status === 'open') await requireTerms(tx, programId)
    await refuseViolation(
      tx.db
        .updateTable('program')
        .set({ ...change, ...noteClose(tx, status, change.status), changedAt: tx.now })
        // What the network decides about the status ends a pause of the brand.
        .$if(isOtherStatus, (program) => program.set({ pausesAt: null }))
        .$if(isReopened, (program) => program.set({ closesAt: null }))
        .where('id', '=', programId)
        .execute(),
      programViolations,
    )
    await announceCatalogChange(tx)
    await announcePageChange(tx)
    if (countries) await replaceCountries(tx, programId, countries)
    if (methods) await replaceMethods(tx, programId, methods)
    const fields = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    await audit(tx, {
      action: 'program.update',
      target: `program:${programId}`,
      details: { ...change, ...NO_TEXTS, countries, methods, fields },
    })
  })
}

/** Notes when a programme is closed and by whom, and forgets it when it is not closed any more. */
function noteClose({ now, actor }: Ctx, before: ProgramStatus, after: ProgramStatus | undefined) {
  if (after === undefined || after === before) return {}
  if (after !== 'closed') return { closedAt: null, closedBy: null }
  return { closedAt: now, closedBy: actor.kind === 'account' ? actor.accountId : null }
}

async function requireTerms(tx: Ctx, programId: bigint): Promise<void> {
  if (termsInForce(await listTerms(tx.db, { programIds: [programId] }), tx.now)) return
  throw new Refusal({ code: 'no_terms', status: 409, field: 'status' })
}
