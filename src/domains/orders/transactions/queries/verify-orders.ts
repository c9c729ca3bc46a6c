import { sql } from 'kysely'
import { buildDuplicateCheck, compareColumns } from '#platform/server/database/database-check.ts'
import type { Check } from '#platform/server/database/database-check.ts'
import { selectRuledCommission, truncateShare } from './due-commission.ts'

/** Compares each order with its key. */
const KEY_CHECK: Check = {
  kind: 'order',
  differences: sql`
    SELECT format('order %s (%s) of advertiser %s', order_ref, event, advertiser_id) AS place,
      coalesce('the key of transaction ' || t.id || ' of publisher ' || t.publisher_id, 'no key') AS expected,
      coalesce('the key of transaction ' || k.transaction_id || ' of publisher ' || k.publisher_id, 'no key') AS found
    FROM transaction AS t FULL JOIN transaction_key AS k USING (advertiser_id, order_ref, event)
    WHERE (t.publisher_id, t.id) IS DISTINCT FROM (k.publisher_id, k.transaction_id)`,
}

/** The columns that a transaction copies from its click. */
const copied = sql.raw('site_id, advertiser_id, terms_id, sub1, sub2, sub3, sub4, sub5, promotion_id')
const subIds = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5']
const facts = compareColumns(
  ['site_id', 'advertiser_id', 'terms_id', ...subIds, 'promotion_id', 'source_page', 'verdict'],
  'said',
  'click',
)

/** Retention removes the referrer from the clicks of old months, and with it the source page. */
const sourcePage = (page: string) => sql`CASE WHEN NOT EXISTS (
        SELECT FROM stripped_click_month WHERE month = date_trunc('month', clicked_at AT TIME ZONE 'UTC')::date
      ) THEN ${sql.raw(page)} END AS source_page`

/** Compares a transaction with its click. Where no click has the time, it looks for the click at another time. */
const CLICK_CHECK: Check = {
  kind: 'click',
  differences: sql`
    SELECT format('click %s of transaction %s of publisher %s', said.click_id, said.id, said.publisher_id) AS place,
      CASE WHEN click.id IS NULL THEN 'clicked_at ' || said.clicked_at ELSE ${facts.expected} END AS expected,
      CASE WHEN click.id IS NULL THEN coalesce('clicked_at ' || moved.clicked_at, 'no click') ELSE ${facts.found} END
        AS found
    FROM (
      SELECT publisher_id, id, click_id, clicked_at, ${copied}, ${sourcePage('source_page')},
        'payable'::verdict AS verdict
      FROM transaction WHERE attribution = 'click'
    ) AS said
    LEFT JOIN (
      SELECT publisher_id, id, clicked_at, ${copied}, ${sourcePage('coalesce(referrer, destination)')}, verdict
      FROM click
    ) AS click
      ON click.publisher_id = said.publisher_id AND click.id = said.click_id AND click.clicked_at = said.clicked_at
    LEFT JOIN LATERAL (
      SELECT other.clicked_at FROM click AS other
      WHERE click.id IS NULL AND other.publisher_id = said.publisher_id AND other.id = said.click_id LIMIT 1
    ) AS moved ON true
    WHERE ${facts.differ}`,
}

/** The first 48 bits of a version 7 UUID are its millisecond. */
const CLICK_TIME_CHECK: Check = {
  kind: 'time of a click',
  differences: sql`
    SELECT format('click %s of transaction %s of publisher %s', click_id, id, publisher_id) AS place,
      'clicked_at ' || coalesce(encoded.at::text, 'of a UUID of version 7') AS expected,
      'clicked_at ' || clicked_at AS found
    FROM transaction
    CROSS JOIN LATERAL (SELECT uuid_extract_timestamp(click_id) AS at) AS encoded
    WHERE attribution = 'click' AND clicked_at IS DISTINCT FROM encoded.at`,
}

/** A worker reads the terms at least once a minute; until then it gives clicks the version before. */
const TERMS_LAG = sql.lit('10 minutes')

/**
 * Compares the terms of a transaction with the version that was in force at its click, or at its order by coupon or
 * claim.
 */
const TERMS_CHECK: Check = {
  kind: 'terms',
  differences: sql`
    WITH version AS MATERIALIZED (
      SELECT terms.id, terms.version, terms.effective_from, program.advertiser_id, (
        SELECT min(greatest(later.effective_from, later.created_at + interval ${TERMS_LAG})) FROM program_terms AS later
        WHERE later.program_id = terms.program_id AND later.version > terms.version
      ) AS ended_at
      FROM program_terms AS terms JOIN program ON program.id = terms.program_id
    )
    SELECT format('terms of transaction %s of publisher %s', t.id, t.publisher_id) AS place,
      coalesce('version ' || (
        SELECT max(due.version) FROM version AS due
        WHERE due.advertiser_id = t.advertiser_id AND due.effective_from <= t.clicked_at
      ), 'terms') || format(' of advertiser %s', t.advertiser_id) AS expected,
      coalesce('version ' || version.version || ' of advertiser ' || version.advertiser_id,
        'none with id ' || t.terms_id) AS found
    FROM transaction AS t LEFT JOIN version ON version.id = t.terms_id
    WHERE version.advertiser_id IS DISTINCT FROM t.advertiser_id
      OR t.clicked_at < version.effective_from OR t.clicked_at >= version.ended_at`,
}

/**
 * Compares a commission with the order value at the rate of its terms, or at the rates of their rules, rounded down. A
 * commission in percent is in the currency of the order, a fixed one in that of the terms.
 */
const COMMISSION_CHECK: Check = {
  kind: 'commission',
  differences: sql`
    SELECT format('commission of transaction %s of publisher %s', sold.transaction_id, sold.publisher_id) AS place,
      coalesce(due.commission || ' ' || due.currency, 'a rate for ' || sold.event) AS expected,
      sold.commission || ' ' || sold.commission_currency AS found
    FROM (SELECT *, id AS transaction_id FROM transaction) AS sold
    JOIN program_terms AS terms ON terms.id = sold.terms_id
    LEFT JOIN program_rate AS rate ON rate.terms_id = sold.terms_id AND rate.event = sold.event
    CROSS JOIN LATERAL (
      SELECT CASE WHEN terms.rule_count > 0
        THEN (${selectRuledCommission({ sequence: sql`0`, value: sql`sold.order_value` })}) END AS ruled
    ) AS priced
    CROSS JOIN LATERAL (
      SELECT CASE WHEN terms.rule_count > 0 THEN (ruled[1])::bigint
          ELSE coalesce(${truncateShare(sql`sold.order_value`, sql`rate.rate_ppm`)}, rate.fixed_amount) END
          AS commission,
        CASE WHEN CASE WHEN terms.rule_count > 0 THEN ruled[2] ELSE rate.fixed_amount END IS NULL THEN sold.currency
          ELSE terms.currency END AS currency
    ) AS due
    WHERE due.commission IS DISTINCT FROM sold.commission OR due.currency <> sold.commission_currency`,
}

/** The rules of a version are as many as it says: an order under a version without rules reads none. */
const RULE_COUNT_CHECK: Check = {
  kind: 'rules of terms',
  differences: sql`
    SELECT format('version %s of programme %s', terms.version, terms.program_id) AS place,
      terms.rule_count || ' rules' AS expected, count(rule.terms_id) || ' rules' AS found
    FROM program_terms AS terms LEFT JOIN program_rule AS rule ON rule.terms_id = terms.id
    GROUP BY terms.id HAVING count(rule.terms_id) <> terms.rule_count`,
}

/** Reports count an order by coupon on its own day. It names its code, and its site is the publisher's. */
const COUPON_CHECK: Check = {
  kind: 'order by coupon',
  differences: sql`
    SELECT format('transaction %s of publisher %s, by coupon', t.id, t.publisher_id) AS place,
      format('a code, clicked_at %s, a site of publisher %s', t.transaction_at, t.publisher_id) AS expected,
      format('code %s, clicked_at %s, site %s of publisher %s', coalesce(t.coupon, 'none'), t.clicked_at, t.site_id,
        coalesce(site.publisher_id::text, 'none')) AS found
    FROM transaction AS t LEFT JOIN site ON site.id = t.site_id
    WHERE t.attribution = 'coupon'
      AND (t.coupon IS NULL OR t.clicked_at <> t.transaction_at OR site.publisher_id IS DISTINCT FROM t.publisher_id)`,
}

/**
 * Reports count an order by claim on its own day, even if its click was found. That click led the publisher's visitor
 * to the shop, and its site is the one of the order.
 */
const CLAIM_CHECK: Check = {
  kind: 'order by claim',
  differences: sql`
    SELECT format('transaction %s of publisher %s, by claim', t.id, t.publisher_id) AS place,
      format('channel claim, clicked_at %s, a site of publisher %s, a click of site %s at advertiser %s',
        t.transaction_at, t.publisher_id, t.site_id, t.advertiser_id) AS expected,
      format('channel %s, clicked_at %s, site %s of publisher %s, click of site %s at advertiser %s', t.channel,
        t.clicked_at, t.site_id, coalesce(site.publisher_id::text, 'none'), coalesce(click.site_id::text, 'none'),
        coalesce(click.advertiser_id::text, 'none')) AS found
    FROM (SELECT * FROM transaction WHERE attribution = 'claim' OR channel = 'claim') AS t
    LEFT JOIN site ON site.id = t.site_id
    LEFT JOIN click ON click.publisher_id = t.publisher_id AND click.id = t.click_id
      AND click.clicked_at = uuid_extract_timestamp(t.click_id)
    WHERE (t.attribution = 'claim') <> (t.channel = 'claim') OR t.attribution = 'claim' AND (
      t.clicked_at <> t.transaction_at OR site.publisher_id IS DISTINCT FROM t.publisher_id
      OR t.click_id IS NOT NULL AND (click.site_id, click.advertiser_id) IS DISTINCT FROM (t.site_id, t.advertiser_id)
    )`,
}

/** The checks that each transaction has its key, and is what its click and its terms say. */
export const ORDER_CHECKS: readonly Check[] = [
  KEY_CHECK,
  CLICK_CHECK,
  CLICK_TIME_CHECK,
  TERMS_CHECK,
  COMMISSION_CHECK,
  RULE_COUNT_CHECK,
  COUPON_CHECK,
  CLAIM_CHECK,
  buildDuplicateCheck('transaction', ['publisher_id', 'id']),
  buildDuplicateCheck('transaction', ['advertiser_id', 'order_ref', 'event']),
  buildDuplicateCheck('transaction_key', ['advertiser_id', 'order_ref', 'event']),
]
