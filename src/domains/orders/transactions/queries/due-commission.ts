import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Selects a share of an amount in parts per million, rounded down; the amount is not below zero. */
export function truncateShare(amount: RawBuilder<unknown>, ppm: RawBuilder<unknown>): RawBuilder<bigint> {
  return sql`trunc(${amount}::numeric * ${ppm} * 0.000001)::bigint`
}

/** Selects a share of an amount in parts per million, rounded half away from zero. */
export function roundShare(amount: RawBuilder<unknown>, ppm: RawBuilder<unknown>): RawBuilder<bigint> {
  return sql`round(${amount}::numeric * ${ppm} * 0.000001)::bigint`
}

/**
 * Selects what `sold` earns by the rules of its terms, as `priceOrder` and `priceAmended` do: an array of the
 * commission and, if that is one, the fixed amount. `sold` has the columns of a transaction that choose its rates, with
 * its id as `transaction_id`, and `rate` is the rate of its event. The items of the decision with the number count, or
 * else those of the report, whose number is 0.
 */
export function selectRuledCommission({ sequence, value }: Record<'sequence' | 'value', RawBuilder<unknown>>) {
  const items = sql`
    FROM transaction_item AS item
    WHERE item.publisher_id = sold.publisher_id AND item.transaction_id = sold.transaction_id
      AND item.sequence IN (0, ${sequence})`
  return sql`
    SELECT ARRAY[
      coalesce(
        max(best.fixed_amount),
        div(sum(part.amount * best.rate_ppm) * ${value}, nullif(sum(part.amount), 0) * 1000000),
        0
      ),
      max(best.fixed_amount)
    ]
    FROM (
      SELECT product_group, amount FROM (
        SELECT "group" AS product_group, sum(amount)::numeric AS amount, sequence, max(sequence) OVER () AS last
        ${items} GROUP BY "group", sequence
      ) AS listed WHERE sequence = last
      UNION ALL
      SELECT NULL, ${value}::numeric WHERE NOT EXISTS (SELECT ${items})
    ) AS part
    CROSS JOIN LATERAL (
      SELECT rate_ppm, fixed_amount FROM (
        SELECT rule.rate_ppm, rule.fixed_amount, rule.specificity, rule.starts_at, rule.rule_no
        FROM program_rule AS rule
        WHERE rule.terms_id = sold.terms_id AND rule.event = sold.event
          AND (rule.publisher_id IS NULL OR rule.publisher_id = sold.publisher_id)
          AND (rule.group_id IS NULL OR EXISTS (
            SELECT FROM terms_group_member AS member
            WHERE member.terms_id = rule.terms_id AND member.publisher_id = sold.publisher_id
              AND member.group_id = rule.group_id
          ))
          AND (rule.product_group IS NULL OR rule.product_group = part.product_group)
          AND (rule.region IS NULL OR rule.region = ANY (sold.regions))
          AND (rule.customer IS NULL OR rule.customer = sold.customer_status)
          AND (rule.starts_at IS NULL OR rule.starts_at <= sold.clicked_at)
          AND (rule.ends_at IS NULL OR rule.ends_at > sold.clicked_at)
        UNION ALL
        SELECT rate.rate_ppm, rate.fixed_amount, 0, NULL, 0
      ) AS candidate
      ORDER BY specificity DESC, starts_at DESC NULLS LAST, rule_no LIMIT 1
    ) AS best`
}
