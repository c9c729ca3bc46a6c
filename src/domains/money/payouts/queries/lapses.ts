import { sql } from 'kysely'
import type { Db } from '#database'
import { PUBLISHER_PAYABLE } from '#domains/books/ledger/rules.ts'
import { hasAccountState } from '#domains/people/account-states/queries.ts'
import { toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import type { Amount } from '#kernel/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ForfeitureKind } from '../contract/vocabulary.ts'
import type { WarningFacts } from '../rules/lapse.ts'

/** A publisher with something payable that lapses soon, or has been inactive for long enough. */
export interface InactivePublisher {
  publisherId: bigint
  /** What is payable to it. */
  amount: Amount
  lastActiveOn: Day
  /** What it was told since that day. */
  warning: WarningFacts | undefined
}

/**
 * The times at which a publisher was active: a login of the account or of a sub-account, a visitor who opened one of
 * its links, a payout. Requests of programs open no link. The end of a hold and an earlier lapse count too, so that
 * what is payable after them has warnings of its own.
 */
const activities = sql`
  SELECT publisher.created_at AS at
  UNION ALL
  SELECT max(created_at) FROM audit_line
  WHERE action = 'account.sign-in' AND target IN (SELECT 'account:' || id FROM users)
  UNION ALL
  SELECT max(last_used_at) FROM session WHERE account_id IN (SELECT id FROM users)
  UNION ALL
  SELECT max(hour) FROM rollup_hour
  WHERE rollup_hour.publisher_id = publisher.id AND hits > bot + prefetch + head + not_navigation
  UNION ALL
  SELECT max(changed_at) FROM payout WHERE payout.publisher_id = publisher.id AND status <> 'draft'
  UNION ALL
  SELECT max(made_at) FROM forfeiture WHERE forfeiture.publisher_id = publisher.id
  UNION ALL
  SELECT max(ended_at) FROM account_state WHERE account_state.publisher_id = publisher.id AND state = 'on_hold'`

/**
 * Lists the next publishers, by their ids, whose payable balance lapses within some two months or should have lapsed.
 * Leaves out those whose payouts the network has put on hold, because it makes them wait itself.
 */
export async function listInactive(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { afterId, limit }: { afterId: bigint; limit: number },
): Promise<InactivePublisher[]> {
  const { rows } = await sql<Omit<InactivePublisher, 'warning'> & { lapsesOn: Day | null; isWarnedAgain: boolean }>`
    SELECT balance.publisher_id, balance.amount, active.last_active_on, warning.lapses_on,
      warning.warned_again_at IS NOT NULL AS is_warned_again
    FROM balance
    JOIN publisher ON publisher.id = balance.publisher_id
    CROSS JOIN LATERAL (
      WITH users AS (
        SELECT publisher.account_id AS id
        UNION ALL SELECT account_id FROM sub_account WHERE sub_account.publisher_id = publisher.id
      )
      SELECT (max(at) AT TIME ZONE 'UTC')::date AS last_active_on FROM (${activities}) AS activity
    ) AS active
    LEFT JOIN lapse_warning AS warning
      ON warning.publisher_id = balance.publisher_id AND warning.last_active_on = active.last_active_on
    WHERE balance.account = ${PUBLISHER_PAYABLE} AND balance.currency = 'USD' AND balance.amount > 0
      AND balance.publisher_id > ${afterId}
      AND active.last_active_on < ${toDay(now)}::date - interval '3 years' + interval '62 days'
      AND NOT ${hasAccountState(sql.ref('balance.publisher_id'), ['on_hold'])}
    ORDER BY balance.publisher_id LIMIT ${limit}`.execute(db)
  return rows.map(({ lapsesOn, isWarnedAgain, ...row }) => ({
    ...row,
    warning: lapsesOn === null ? undefined : { lapsesOn, isWarnedAgain },
  }))
}

/** Sums the forfeited balances by kind. */
export async function sumForfeitures(db: Db) {
  const { rows } = await sql<{ kind: ForfeitureKind; publishers: number; amount: Amount; fee: Amount }>`
    SELECT kind, count(DISTINCT publisher_id)::int AS publishers, sum(amount)::bigint AS amount,
      sum(fee_amount)::bigint AS fee
    FROM forfeiture GROUP BY kind`.execute(db)
  return rows
}

/** Lists the forfeited balances, the latest first: of one publisher, or of all with their names. */
export function listForfeitures(db: Db, { publisherId, limit }: { publisherId?: bigint; limit: number }) {
  return db
    .selectFrom('forfeiture')
    .innerJoin('publisher', 'publisher.id', 'forfeiture.publisherId')
    .selectAll('forfeiture')
    .select('publisher.name as publisherName')
    .$if(publisherId !== undefined, (query) => query.where('forfeiture.publisherId', '=', publisherId ?? null))
    .orderBy('forfeiture.madeAt', 'desc')
    .orderBy('forfeiture.id', 'desc')
    .limit(limit)
    .execute()
}

/** Lists the balances that lapse soonest, of publishers who were warned and not active since. */
export async function listWarned(db: Db, { limit }: { limit: number }) {
  const { rows } = await sql<{ publisherId: bigint; publisherName: string; amount: Amount; lapsesOn: Day }>`
    SELECT warning.publisher_id, publisher.name AS publisher_name, balance.amount, warning.lapses_on
    FROM lapse_warning AS warning
    JOIN publisher ON publisher.id = warning.publisher_id
    JOIN balance ON balance.publisher_id = warning.publisher_id AND balance.account = ${PUBLISHER_PAYABLE}
      AND balance.currency = 'USD' AND balance.amount > 0
    CROSS JOIN LATERAL (
      WITH users AS (
        SELECT publisher.account_id AS id
        UNION ALL SELECT account_id FROM sub_account WHERE sub_account.publisher_id = publisher.id
      )
      SELECT (max(at) AT TIME ZONE 'UTC')::date AS last_active_on FROM (${activities}) AS activity
    ) AS active
    WHERE warning.last_active_on = active.last_active_on
    ORDER BY warning.lapses_on, warning.publisher_id LIMIT ${limit}`.execute(db)
  return rows
}
