import { CompiledQuery } from 'kysely'
import type { Db } from '#database'
import { ANSWER, COLUMNS, buildRecord, selectParameters } from './insert-orders.ts'
import type { CountingOrder } from './insert-orders.ts'

/** An order by claim: `clicked_at` is its own time, `received_at` that of the decision, and no postback reports it. */
export interface ClaimedOrder extends Required<Pick<CountingOrder, ClaimedColumn>> {
  claim_id: string
  click_id: string | null
  clicked_at: string
  /** Null while the currency has no rate, and so is `rate_id`, which is also null for an order in USD. */
  usd_order_value: string | null
  usd_commission: string | null
  rate_id: string | null
  received_at: string
}

type ClaimedColumn =
  | 'publisher_id'
  | 'site_id'
  | 'advertiser_id'
  | 'terms_id'
  | 'rule_no'
  | 'transaction_id'
  | 'order_ref'
  | 'event'
  | 'order_value'
  | 'commission'
  | 'currency'
  | 'commission_currency'
  | 'regions'

const CLAIM_COLUMNS: Record<keyof ClaimedOrder, string> = {
  claim_id: 'uuid',
  publisher_id: COLUMNS.publisher_id,
  click_id: COLUMNS.click_id,
  site_id: COLUMNS.site_id,
  clicked_at: 'timestamptz',
  advertiser_id: COLUMNS.advertiser_id,
  terms_id: COLUMNS.terms_id,
  rule_no: COLUMNS.rule_no,
  transaction_id: COLUMNS.transaction_id,
  order_ref: COLUMNS.order_ref,
  event: COLUMNS.event,
  order_value: COLUMNS.order_value,
  commission: COLUMNS.commission,
  currency: COLUMNS.currency,
  commission_currency: COLUMNS.commission_currency,
  usd_order_value: COLUMNS.usd_order_value,
  usd_commission: COLUMNS.usd_commission,
  rate_id: COLUMNS.rate_id,
  regions: COLUMNS.regions,
  received_at: 'timestamptz',
}
const CLAIM_NAMES = Object.keys(CLAIM_COLUMNS) as (keyof ClaimedOrder)[]

/** An order by claim is credited to the site of the claim, with what its click says if that was found. */
const BY_CLAIM = `SELECT given.*, given.site_id AS credited_site_id, sub1, sub2, sub3, sub4, sub5, promotion_id,
      coalesce(referrer, destination) AS page
    FROM given LEFT JOIN click ON click.publisher_id = given.publisher_id AND click.id = given.click_id
      AND click.clicked_at = uuid_extract_timestamp(given.click_id)`

const RECORD_CLAIM = `${buildRecord(
  selectParameters(CLAIM_NAMES.map((name) => [name, CLAIM_COLUMNS[name]])),
  BY_CLAIM,
  {
    columns: 'claim_id',
    channel: "'claim'",
    orderedAt: 'clicked_at',
  },
)}
  ${ANSWER}`

/** Records an order by claim, unless its key is taken. */
export async function insertClaimedOrder(db: Db, order: ClaimedOrder): Promise<'fresh' | 'known'> {
  const values = CLAIM_NAMES.map((name) => order[name])
  const { rows } = await db.executeQuery<{ isFresh: boolean }>(CompiledQuery.raw(RECORD_CLAIM, values))
  return rows[0]?.isFresh === true ? 'fresh' : 'known'
}
