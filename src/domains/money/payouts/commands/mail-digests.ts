import { sql } from 'kysely'
import { getPublisher } from '#domains/people/publishers/queries.ts'
import { addDays, startOfDay, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { digestEmail } from '../mails.ts'
import type { Digest } from '../mails.ts'

const BATCH = 500

/** Days older than this many are not mailed any more. */
const MAILED_DAYS = 7

/**
 * Mails each publisher one digest of the orders whose last decision is of the day before, with what they are worth now,
 * and makes up for days that earlier runs of the job missed. A day is mailed once, also when the job runs twice.
 */
export async function mailDigests(ctx: Ctx): Promise<void> {
  const today = toDay(ctx.now)
  for (let day = await findFirstDay(ctx, today); day < today; day = addDays(day, 1)) {
    await mailDay(ctx, day)
  }
}

/** Finds the last day of which a digest was mailed, which may not have reached all publishers; at most a week ago. */
async function findFirstDay({ db }: Ctx, today: Day): Promise<Day> {
  const { day } = await db
    .selectFrom('decisionDigest')
    .select((row) => row.fn.max<Day | null>('day').as('day'))
    .where('day', '<', today)
    .executeTakeFirstOrThrow()
  const earliest = addDays(today, -MAILED_DAYS)
  if (day === null) return addDays(today, -1)
  return day > earliest ? day : earliest
}

async function mailDay(ctx: Ctx, day: Day): Promise<void> {
  for (let afterId = 0n; ;) {
    const digests = await listDigests(ctx, day, afterId)
    for (const digest of digests) await mailDigest(ctx, digest)
    const last = digests.at(-1)
    if (!last || digests.length < BATCH) return
    afterId = last.publisherId
  }
}

/** Sums up the last decided orders of the next publishers, by their ids, whom no digest of the day has reached. */
async function listDigests({ db }: Ctx, day: Day, afterId: bigint): Promise<Digest[]> {
  const [from, until] = [startOfDay(day), startOfDay(addDays(day, 1))]
  const { rows } = await sql<Digest>`
    SELECT publisher.id AS publisher_id, ${day} AS day, decided.* FROM publisher
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state.status = 'CONFIRMED' AND last.action <> 'amend')::int AS confirmed_count,
        coalesce(sum(state.commission) FILTER (WHERE state.status = 'CONFIRMED' AND last.action <> 'amend'), 0)::bigint
          AS confirmed_amount,
        count(*) FILTER (WHERE state.status = 'CANCELLED')::int AS cancelled_count,
        count(*) FILTER (WHERE last.action = 'amend')::int AS amended_count,
        coalesce(sum(state.commission) FILTER (WHERE last.action = 'amend'), 0)::bigint AS amended_amount,
        count(*) FILTER (WHERE state.status = 'PENDING' AND last.action <> 'amend')::int AS waiting_count
      FROM transaction_state AS state
      JOIN transaction_decision AS last ON last.publisher_id = state.publisher_id
        AND last.transaction_id = state.transaction_id AND last.sequence = state.sequence
      WHERE state.publisher_id = publisher.id AND state.changed_at >= ${from} AND state.decided_at >= ${from}
        AND state.decided_at < ${until}
    ) AS decided
    WHERE publisher.id > ${afterId} AND confirmed_count + cancelled_count + amended_count + waiting_count > 0
      AND NOT EXISTS (SELECT FROM decision_digest AS sent WHERE sent.publisher_id = publisher.id AND sent.day = ${day})
    ORDER BY publisher.id LIMIT ${BATCH}`.execute(db)
  return rows
}

function mailDigest(ctx: Ctx, digest: Digest): Promise<void> {
  const { publisherId, day } = digest
  return inTransaction(ctx, async (tx) => {
    const noted = await tx.db
      .insertInto('decisionDigest')
      .values({ publisherId, day })
      .onConflict((conflict) => conflict.doNothing())
      .returning('publisherId')
      .executeTakeFirst()
    if (!noted) return
    const { email, name, locale, mutedNotices } = await getPublisher(tx.db, { publisherId })
    const isSent = !mutedNotices.includes('decisions')
    if (isSent)
      await enqueueMail(tx, { to: email, message: digestEmail({ branding: tx.branding, locale, name }, digest) })
    await audit(tx, {
      action: 'decision-digest.mail',
      target: `publisher:${publisherId}`,
      details: { day, isSent },
    })
  })
}
