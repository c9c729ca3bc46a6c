import { sql } from 'kysely'
import { hasAccountState } from '#domains/people/account-states/queries.ts'
import { PUBLISHER_PAYABLE } from '#domains/books/ledger/rules.ts'
import { toDay } from '#kernel/days.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { hasOpenOrders } from '../queries/payees.ts'
import { SMALLEST_AFTER_CLOSING, canSettleSmall, isRetained } from '../rules/closing.ts'
import { forfeitBalance } from './forfeit-balance.ts'
import { mailForfeiture } from './mail-forfeiture.ts'

interface ClosedAccount {
  publisherId: bigint
  closedAt: Date
  hasOpenOrders: boolean
}

/**
 * Retains the balances under the fee of closed accounts and mails their publishers, each in a transaction of its own.
 */
export async function retainBalances(ctx: Ctx): Promise<void> {
  const due = (await listSmall(ctx)).filter((account) => canSettleSmall(account, ctx.now))
  for (const { publisherId, closedAt } of due) {
    await inTransaction(ctx, async (tx) => {
      // A publisher that reopens its account at this moment waits, or keeps its balance.
      const closed = await tx.db
        .selectFrom('accountState')
        .select('id')
        .where('publisherId', '=', publisherId)
        .where('state', '=', 'closed')
        .where('endedAt', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (!closed) return
      const amount = await forfeitBalance(tx, { publisherId, kind: 'retained', isDue: isRetained })
      if (amount === undefined) return
      await mailForfeiture(tx, { publisherId, change: 'retained', amount, since: toDay(closedAt) })
    })
  }
}

async function listSmall({ db }: Ctx): Promise<ClosedAccount[]> {
  const { rows } = await sql<ClosedAccount>`
    SELECT closed.publisher_id, closed.began_at AS closed_at,
      ${hasOpenOrders(sql.ref('closed.publisher_id'))} AS has_open_orders
    FROM account_state AS closed
    JOIN balance ON balance.publisher_id = closed.publisher_id AND balance.account = ${PUBLISHER_PAYABLE}
      AND balance.currency = 'USD'
    WHERE closed.state = 'closed' AND closed.ended_at IS NULL
      AND balance.amount > 0 AND balance.amount < ${SMALLEST_AFTER_CLOSING}
      AND NOT ${hasAccountState(sql.ref('closed.publisher_id'), ['on_hold'])}
    ORDER BY closed.publisher_id`.execute(db)
  return rows
}
