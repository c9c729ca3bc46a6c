import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { OrderDimension } from '../contract/vocabulary.ts'
import type { CountedDimension } from '../rules/status-counts.ts'

/**
 * Joins the `click` of an order `sold`: its country and device, null for an order without a click. It is read by its
 * key, because a scan would read the clicks of all time.
 */
export const CLICK_OF_ORDER = sql`
  LEFT JOIN LATERAL (
    SELECT country, device FROM click
    WHERE click.publisher_id = sold.publisher_id AND click.id = sold.click_id AND click.clicked_at = sold.clicked_at
    LIMIT 1
  ) AS click ON true`

/** What an order `sold` with its `click` says of itself, as text; null where it says nothing. */
export const DIMENSION_VALUES: Record<OrderDimension, RawBuilder<string | null>> = {
  promotion: sql`sold.promotion_id::text`,
  coupon: sql`sold.coupon`,
  country: sql`click.country::text`,
  device: sql`click.device::text`,
  customer: sql`sold.customer_status::text`,
  event: sql`sold.event`,
  rule: sql`sold.terms_id || ':' || sold.rule_no`,
}

/** By what the job counts an order `sold` with its `click`, as text; null where it says nothing. */
export const COUNTED_VALUES: Record<CountedDimension, RawBuilder<string | null>> = {
  ...DIMENSION_VALUES,
  site: sql`sold.publisher_id || ':' || sold.site_id`,
  click_day: sql`to_char(sold.clicked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
}
