import { sql } from 'kysely'
import { notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'

interface Acknowledged {
  publisherId: bigint
  advertiserId: bigint
  version: number
}

/**
 * Keeps that a publisher has read what a version changes for it, or the version that repeats it for the same day. The
 * first time counts. Refuses a version that changes nothing for the publisher as not found.
 */
export function acknowledgeTerms(ctx: Ctx, { publisherId, advertiserId, version }: Acknowledged): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { rows } = await sql<{ termsId: bigint; programId: bigint; isOpen: boolean }>`
      SELECT notice.terms_id, terms.program_id, notice.acknowledged_at IS NULL AS is_open
      FROM terms_notice AS notice
        JOIN program_terms AS terms ON terms.id = notice.terms_id
        JOIN program ON program.id = terms.program_id
      WHERE notice.publisher_id = ${publisherId} AND program.advertiser_id = ${advertiserId}
        AND terms.version >= ${version} AND terms.effective_from = (
          SELECT effective_from FROM program_terms AS seen
          WHERE seen.program_id = program.id AND seen.version = ${version}
        )
      ORDER BY terms.version LIMIT 1 FOR UPDATE OF notice`.execute(tx.db)
    const [notice] = rows
    if (!notice) throw notFound()
    if (!notice.isOpen) return
    const { termsId, programId } = notice
    await tx.db
      .updateTable('termsNotice')
      .set({ acknowledgedAt: tx.now, acknowledgedBy: tx.actor.kind === 'account' ? tx.actor.accountId : null })
      .where('termsId', '=', termsId)
      .where('publisherId', '=', publisherId)
      .execute()
    await audit(tx, { action: 'terms.acknowledge', target: `program:${programId}`, details: { publisherId, version } })
  })
}
