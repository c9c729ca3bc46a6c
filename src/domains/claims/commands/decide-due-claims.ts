import type { Db } from '#database'
import { findLastDecision } from '#domains/closings/queries.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { lockClaim } from './change-claim.ts'
import { answerRecorded, recordClaim } from './decide-claim.ts'

/** The most claims that one run decides; the next run decides the rest. */
const MAX_DECISIONS = 1000

/**
 * Decides the claims whose clock has ended for their publishers, also those that wait when the last order of an ended
 * programme is decided at the latest, and closes those whose orders were recorded meanwhile, each in a database
 * transaction of its own. Without a branding no mail is sent. After a failure it goes on with the others and throws at
 * the end.
 */
export async function decideDueClaims(ctx: Ctx, branding?: EmailBranding): Promise<void> {
  const failures: unknown[] = []
  const decide = async (ids: string[], work: (claimId: string) => Promise<void>) => {
    for (const claimId of ids) await work(claimId).catch((error: unknown) => failures.push(error))
  }
  await decide(await listRecorded(ctx.db), (claimId) => closeRecorded(ctx, claimId, branding))
  await decide([...(await listDue(ctx)), ...(await listEnded(ctx))], (claimId) => decideByClock(ctx, claimId, branding))
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

/** Lists the claims that wait at programmes whose last order is decided at the latest. */
async function listEnded({ db, now }: Ctx): Promise<string[]> {
  const closed = await db
    .selectFrom('program')
    .select('advertiserId')
    .where('status', '=', 'closed')
    .where('advertiserId', 'in', db.selectFrom('claim').select('advertiserId').where('status', '=', 'waiting'))
    .execute()
  const ids: string[] = []
  for (const { advertiserId } of closed) {
    if (!(await hasEnded(db, { advertiserId, now }))) continue
    const waiting = db.selectFrom('claim').select('id').where('status', '=', 'waiting').where('dueAt', '>', now)
    const rows = await waiting.where('advertiserId', '=', advertiserId).orderBy('id').limit(MAX_DECISIONS).execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids.slice(0, MAX_DECISIONS)
}

async function hasEnded(db: Db, { advertiserId, now }: { advertiserId: bigint; now: Date }): Promise<boolean> {
  const last = await findLastDecision(db, { advertiserId })
  return last !== undefined && last <= now
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
function decideByClock(ctx: Ctx, claimId: string, branding: EmailBranding | undefined): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const claim = await lockClaim(tx, claimId)
    if (claim?.status !== 'waiting' || claim.dueAt === null) return
    if (claim.dueAt > tx.now && !(await hasEnded(tx.db, { ...claim, now: tx.now }))) return
    const status = await recordClaim(tx, { claim, event: { actedAs: 'clock', note: '' }, branding })
    if (status === undefined) throw new Error(`The terms give the order of claim ${claimId} no worth`)
  })
}

function closeRecorded(ctx: Ctx, claimId: string, branding: EmailBranding | undefined): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const claim = await lockClaim(tx, claimId)
    if (claim?.status === 'waiting') await answerRecorded(tx, claim, branding)
  })
}
