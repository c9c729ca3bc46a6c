import { sql } from 'kysely'
import type { Db } from '#database'
import type { ListSections } from '#platform/server/privacy.ts'

export const listBalanceSections: ListSections = ({ isOwn }) => ({
  balances: sql`SELECT account, currency, amount FROM balance WHERE ${isOwn} ORDER BY 1, 2`,
})

/** Lists what the network owes a publisher, by currency. Below zero after a reversal of what was paid. */
export async function listOwed(db: Db, { publisherId }: { publisherId: bigint }) {
  const { rows } = await sql<{ currency: string; amount: bigint }>`
    SELECT currency, sum(amount)::bigint AS amount FROM balance
    WHERE publisher_id = ${publisherId} AND account LIKE 'publisher\\_%' AND account <> 'publisher_withheld'
    GROUP BY currency HAVING sum(amount) <> 0 ORDER BY currency`.execute(db)
  return rows
}

/** The condition that an advertiser owes money or has funds. */
export function hasOpenBalance(advertiserId: bigint | null) {
  return sql<boolean>`EXISTS (
    SELECT FROM balance
    WHERE account IN (${`advertiser_receivable:${advertiserId}`}, ${`advertiser_funds:${advertiserId}`})
    GROUP BY account HAVING sum(amount) <> 0
  )`
}
