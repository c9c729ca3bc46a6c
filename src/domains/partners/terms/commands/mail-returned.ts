import { endSuspension } from '#domains/programmes/programs/commands/end-suspension.ts'
import { lockProgram } from '#domains/programmes/programs/commands/lock-program.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { tryEach } from '#platform/server/jobs/try-each.ts'
import { findSuspendedSince, listNoticedIds, listRestrictions, listReturned } from '../queries/returned.ts'
import { readBook, readVersions } from '../queries/versions.ts'
import { compareForAll } from '../rules/difference.ts'
import { findKnownVersion } from '../rules/notice.ts'
import { mailChangedRates } from './mail-changed-rates.ts'

/** The most publishers that a run mails. */
const MAX_MAILED = 500

/** A publisher that is back at a programme. */
interface Returned {
  programId: bigint
  publisherId: bigint
}

/**
 * Mails publishers whose suspension has ended what the terms in force change beside those that they knew before it:
 * each once, in a transaction of its own.
 */
export async function mailReturned(ctx: Ctx): Promise<void> {
  const mail = (returned: Returned) => inTransaction(ctx, (tx) => mailOne(tx, returned))
  await tryEach(await listReturned(ctx.db, { limit: MAX_MAILED }), mail, 'Some publishers who are back were not told.')
}

async function mailOne(tx: Ctx, { programId, publisherId }: Returned): Promise<void> {
  const program = { ...(await lockProgram(tx, programId)), id: programId }
  const suspendedSince = await findSuspendedSince(tx.db, { programId, publisherId })
  if (!suspendedSince) return
  const { all, inForce } = await readVersions(tx.db, { programId, now: tx.now })
  const noticedIds = await listNoticedIds(tx.db, { programId, publisherId })
  const known = findKnownVersion(all, { suspendedSince, noticedIds, now: tx.now })
  const changed =
    inForce && known && inForce !== known
      ? compareForAll([publisherId], {
          before: await readBook(tx.db, known),
          after: {
            ...(await readBook(tx.db, inForce)),
            terms: { ...inForce, restrictions: await listRestrictions(tx.db, { programId, all, known, now: tx.now }) },
          },
          at: tx.now,
        })
      : []
  if (inForce && changed.length > 0) {
    const version = { ...inForce, termsId: inForce.id }
    await mailChangedRates(tx, { program, version, changed, occasion: 'return' })
  }
  await endSuspension(tx, { programId, publisherId })
  const details = { termsId: inForce?.id, publisherId, told: changed.length }
  await audit(tx, { action: 'terms.tell', target: `program:${programId}`, details })
}
