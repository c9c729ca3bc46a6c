import { sql } from 'kysely'
import type { Db } from '#database'
import type { InvoiceMonth } from '../rules.ts'

/**
 * Lists the advertisers that pay later, or once did, and whose month is not invoiced, in the order in which they get
 * numbers.
 */
export async function listUninvoicedAdvertisers(db: Db, { month, until }: InvoiceMonth): Promise<bigint[]> {
  const { rows } = await sql<{ advertiserId: bigint }>`
    SELECT DISTINCT advertiser_id FROM billing_period AS period
    WHERE owed_from < ${until} AND NOT EXISTS (
      SELECT FROM invoiced_month AS done WHERE done.advertiser_id = period.advertiser_id AND done.month >= ${month}
    ) ORDER BY advertiser_id`.execute(db)
  return rows.map(({ advertiserId }) => advertiserId)
}
