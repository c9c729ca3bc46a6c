import { sql } from 'kysely'
import type { Db } from '#database'
import { findLastDecision } from '#domains/programmes/closings/queries.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { lockClaim } from './change-claim.ts'
import { answerRecorded, recordClaim } from './decide-claim.ts'

/** The most claims that one run decides; the next run decides the rest. */
const MAX_DECISIONS = 1000

/**
 * Decides the claims whose clock has ended for their publishers, also those that wait when the last order of an ended
 * programme is decided at the latest, and closes those whose orders were recorded meanwhile, each in a database
 * transaction of its own. After a failure it goes on with the others and throws at the end.
 */
export async function decideDueClaims(ctx: Ctx): Promise<void> {
  const failures: unknown[] = []
  const decide = async (ids: string[], work: (claimId: string) => Promise<void>) => {
    for (const claimId of ids) await work(claimId).catch((error: unknown) => failures.push(error))
  }
  await decide(await listRecorded(ctx.db), (claimId) => closeRecorded(ctx, claimId))
  await boundClocks(ctx).catch((error: unknown) => failures.push(error))
  await decide(await listDue(ctx), (claimId) => decideByClock(ctx, claimId))
  if (failures.length === 0) return
  throw new Error(`${failures.length} claims could not be decided`, { cause: failures[0] })
}

async function listDue({ db, now }: Ctx): Promise<string[]> {
  const rows = await db
    .selectFrom('claim')
    .select('id')
    .where('status', '=', 'waiting')
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .orderBy('id')
    .limit(MAX_DECISIONS)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Ends the clocks of claims that wait at closed programmes with the last decision of the programme: a claim that was
 * filed, or for which evidence was awaited, before the close can have a later end.
 */
async function boundClocks(ctx: Ctx): Promise<void> {
  const waiting = ctx.db.selectFrom('claim').select('advertiserId').where('status', '=', 'waiting')
  const closed = await ctx.db
    .selectFrom('program')
    .select(['id', 'advertiserId'])
    .where('status', '=', 'closed')
    .where('advertiserId', 'in', waiting.where('dueAt', '>', ctx.now))
    .execute()
  for (const { id, advertiserId } of closed) {
    await inTransaction(ctx, async (tx) => {
      const last = await findLastDecision(tx.db, { advertiserId })
      if (!last) return
      const { numAffectedRows: claims } = await sql`
        UPDATE claim SET due_at = least(due_at, ${last}),
          evidence_until = CASE WHEN evidence_until > ${last} THEN ${last} ELSE evidence_until END
        WHERE advertiser_id = ${advertiserId} AND status = 'waiting'
          AND greatest(due_at, evidence_until) > ${last}`.execute(tx.db)
      if (!claims) return
      await audit(tx, { action: 'claim.bound', target: `program:${id}`, details: { claims, until: last } })
    })
  }
}

async function listRecorded(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('claim')
    .innerJoin('transactionKey as key', (join) =>
      join
        .onRef('key.advertiserId', '=', 'claim.advertiserId')
        .onRef('key.orderRef', '=', 'claim.orderRef')
        .onRef('key.event', '=', 'claim.event'),
    )
    .select('claim.id')
    .where('claim.status', '=', 'waiting')
    .orderBy('claim.id')
    .limit(MAX_DECISIONS)
    .execute()
  return rows.map(({ id }) => id)
}

/** Does nothing if the claim has been decided, or paused, since it was listed. */
function decideByClock(ctx: Ctx, claimId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const claim = await lockClaim(tx, claimId)
    if (claim?.status !== 'waiting' || claim.dueAt === null || claim.dueAt > tx.now) return
    const status = await recordClaim(tx, { claim, event: { actedAs: 'clock', note: '' } })
    if (status === undefined) throw new Error(`The terms give the order of claim ${claimId} no worth`)
  })
}

function closeRecorded(ctx: Ctx, claimId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const claim = await lockClaim(tx, claimId)
    if (claim?.status === 'waiting') await answerRecorded(tx, claim)
  })
}
