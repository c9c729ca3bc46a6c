import { sql } from 'kysely'
import type { Db } from '#database'

/** Orders to insert: of each publisher with the number of its site, at each advertiser with its terms. */
interface UndecidedOrders {
  count: number
  publisherIds: readonly bigint[]
  siteIds: readonly bigint[]
  advertisers: readonly { advertiserId: bigint; termsId: bigint }[]
  /** The time of the oldest order; the others follow a second apart. */
  from: Date
}

/**
 * Inserts undecided orders over 100.00 with a commission of 10.00, by event `sale`, spread over publishers and
 * advertisers. Order n has the number `order-n`. They have no clicks and no postbacks.
 */
export async function insertUndecidedOrders(db: Db, orders: UndecidedOrders): Promise<void> {
  const { count, publisherIds, siteIds, advertisers, from } = orders
  await sql`
    WITH sold AS (
      INSERT INTO transaction (publisher_id, id, advertiser_id, site_id, terms_id, click_id, clicked_at, order_ref,
        event, order_value, commission, currency, channel, transaction_at, recorded_at)
      SELECT (${publisherIds}::bigint[])[1 + n * 13 % ${publisherIds.length}], uuidv7(),
        (${advertisers.map((each) => each.advertiserId)}::bigint[])[1 + n * 7 % ${advertisers.length}],
        (${siteIds}::bigint[])[1 + n * 13 % ${siteIds.length}],
        (${advertisers.map((each) => each.termsId)}::bigint[])[1 + n * 7 % ${advertisers.length}],
        gen_random_uuid(), at, 'order-' || n, 'sale', 1000000, 100000, 'USD', 'server', at, at
      FROM generate_series(0, ${count}::int - 1) n,
        LATERAL (SELECT ${from}::timestamptz + n * interval '1 second') one (at)
      RETURNING *
    ), keyed AS (
      INSERT INTO transaction_key (advertiser_id, order_ref, event, publisher_id, transaction_id)
      SELECT advertiser_id, order_ref, event, publisher_id, id FROM sold
    )
    INSERT INTO transaction_state (publisher_id, transaction_id, advertiser_id, transaction_at, changed_at, order_value,
      commission, sequence, status, currency)
    SELECT publisher_id, id, advertiser_id, transaction_at, transaction_at, order_value, commission, 0, 'PENDING',
      currency
    FROM sold`.execute(db)
}
