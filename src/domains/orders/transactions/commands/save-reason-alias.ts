import { sql } from 'kysely'
import { Refusal, invalidField, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listReasonAliases } from '../queries/reason-aliases.ts'
import { MAX_ALIASES, isReason } from '../rules/reason-aliases.ts'
import type { AliasReason } from '../rules/reason-aliases.ts'

interface OwnAlias {
  advertiserId: bigint
  alias: string
}

/**
 * Says what a reason code of an advertiser's own system means in its files of decisions. Refuses the field `alias` when
 * it is one of our own reasons, and with 409 more than `MAX_ALIASES`.
 */
export async function saveReasonAlias(
  ctx: Ctx,
  { advertiserId, reason, ...given }: OwnAlias & { reason: AliasReason },
): Promise<void> {
  const alias = given.alias.toLowerCase()
  if (isReason(alias)) throw invalidField('alias', { code: 'transaction.alias_own' })
  await inTransaction(ctx, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`reason aliases of ${advertiserId}`}, 0))`.execute(tx.db)
    const known = await listReasonAliases(tx.db, { advertiserId })
    if (known.length >= MAX_ALIASES && known.every((each) => each.alias !== alias)) {
      throw new Refusal({ code: 'transaction.alias_many', params: { max: MAX_ALIASES }, status: 409 })
    }
    await tx.db
      .insertInto('reasonAlias')
      .values({ advertiserId, alias, reason })
      .onConflict((conflict) => conflict.columns(['advertiserId', 'alias']).doUpdateSet({ reason }))
      .execute()
    await audit(tx, { action: 'reason-alias.save', target: `advertiser:${advertiserId}`, details: { reason } })
  })
}

/** Removes a reason code of an advertiser's own system. Refuses an unknown one as not found. */
export function removeReasonAlias(ctx: Ctx, { advertiserId, alias }: OwnAlias): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const removed = await tx.db
      .deleteFrom('reasonAlias')
      .where('advertiserId', '=', advertiserId)
      .where('alias', '=', alias.toLowerCase())
      .returning('reason')
      .executeTakeFirst()
    if (!removed) throw notFound()
    const { reason } = removed
    await audit(tx, { action: 'reason-alias.remove', target: `advertiser:${advertiserId}`, details: { reason } })
  })
}
