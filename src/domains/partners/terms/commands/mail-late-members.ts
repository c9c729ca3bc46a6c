import { lockProgram } from '#domains/programmes/programs/commands/lock-program.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { tryEach } from '#platform/server/jobs/try-each.ts'
import { listLateMembers, listUpcoming } from '../queries/announcements.ts'
import { readBook, readVersions } from '../queries/versions.ts'
import { compareForAll } from '../rules/difference.ts'
import { mailChangedRates } from './mail-changed-rates.ts'

/** The most publishers that one transaction compares, and that a run mails of a version. */
const COMPARED_AT_ONCE = 5000
const MAX_MAILED = 500

/**
 * Mails publishers who were approved, or came back, after a version was published and before it begins, what it changes
 * for them: each once, in a transaction of its own. It does not put the version off.
 */
export async function mailLateMembers(ctx: Ctx): Promise<void> {
  const mailAll = async (upcoming: Upcoming) => {
    const mail = (publisherId: bigint) => mailLate(ctx, { ...upcoming, publisherId })
    await tryEach(await listConcerned(ctx, upcoming), mail, 'Some late members were not told of a version.')
  }
  await tryEach(await listUpcoming(ctx.db, ctx), mailAll, 'Some late members were not told of new rates.')
}

type Upcoming = Awaited<ReturnType<typeof listUpcoming>>[number]

/** Lists the late members for whom the version changes a rate. */
async function listConcerned(ctx: Ctx, upcoming: Upcoming): Promise<bigint[]> {
  const concerned: bigint[] = []
  let after: bigint | undefined = 0n
  while (after !== undefined && concerned.length < MAX_MAILED) {
    const publisherIds = await listLateMembers(ctx.db, { ...upcoming, after, limit: COMPARED_AT_ONCE })
    if (publisherIds.length === 0) break
    const { changed } = await compareUpcoming(ctx, upcoming, publisherIds)
    concerned.push(...changed.map(({ publisherId }) => publisherId))
    after = publisherIds.length < COMPARED_AT_ONCE ? undefined : publisherIds.at(-1)
  }
  return concerned.slice(0, MAX_MAILED)
}

/** Compares the version with the one in force. Nothing differs if it is not the one that begins next. */
async function compareUpcoming({ db, now }: Ctx, { termsId, programId }: Upcoming, publisherIds: readonly bigint[]) {
  const { inForce, scheduled } = await readVersions(db, { programId, now })
  if (!inForce || scheduled?.id !== termsId) return { version: undefined, changed: [] }
  const books = { before: await readBook(db, inForce), after: await readBook(db, scheduled) }
  return { version: scheduled, changed: compareForAll(publisherIds, { ...books, at: scheduled.effectiveFrom }) }
}

/** Compares again under the lock under which terms are published, withdrawn and repeated. */
function mailLate(ctx: Ctx, late: Upcoming & { publisherId: bigint }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { termsId, programId, publisherId } = late
    const program = { ...(await lockProgram(tx, programId)), id: programId }
    const { version, changed } = await compareUpcoming(tx, late, [publisherId])
    if (!version || changed.length === 0) return
    await mailChangedRates(tx, { program, version: { ...version, termsId }, changed })
    await audit(tx, {
      action: 'terms.tell',
      target: `program:${programId}`,
      details: { termsId, publisherId, told: 1 },
    })
  })
}
