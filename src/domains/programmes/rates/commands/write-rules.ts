import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { RateRule } from '../rules/resolve.ts'

/**
 * Writes the rules of a new version of the terms, and who is in the groups that they name now. The caller writes the
 * version, its rates and the audit line.
 */
export async function writeRules(tx: Ctx, { termsId, rules }: { termsId: bigint; rules: readonly RateRule[] }) {
  if (rules.length === 0) return
  await insertRules(tx, termsId, rules)
  const groupIds = [...new Set(rules.flatMap(({ groupId }) => groupId ?? []))]
  await sql`
    INSERT INTO terms_group_member (terms_id, group_id, publisher_id)
    SELECT ${termsId}, group_id, publisher_id FROM publisher_group_member
    WHERE group_id = ANY (${groupIds}::bigint[])`.execute(tx.db)
}

/**
 * Copies rules of the version before, and who was in their groups then, to a new version. Rules of events that have no
 * rate there are left out. Answers how many were copied.
 */
export async function copyRules(
  tx: Ctx,
  { fromId, termsId, events }: { fromId: bigint; termsId: bigint; events: readonly string[] },
): Promise<void> {
  await sql`
    INSERT INTO program_rule (terms_id, rule_no, event, publisher_id, group_id, product_group, region, customer,
      starts_at, ends_at, rate_ppm, fixed_amount)
    SELECT ${termsId}, rule_no, event, publisher_id, group_id, product_group, region, customer, starts_at, ends_at,
      rate_ppm, fixed_amount
    FROM program_rule WHERE terms_id = ${fromId} AND event = ANY (${[...events]}::text[])`.execute(tx.db)
  await sql`
    INSERT INTO terms_group_member (terms_id, group_id, publisher_id)
    SELECT ${termsId}, group_id, publisher_id FROM terms_group_member WHERE terms_id = ${fromId}`.execute(tx.db)
}

async function insertRules(tx: Ctx, termsId: bigint, rules: readonly RateRule[]): Promise<void> {
  const rows = rules.map((rule) => ({
    rule_no: rule.number,
    event: rule.event,
    publisher_id: rule.publisherId === null ? null : String(rule.publisherId),
    group_id: rule.groupId === null ? null : String(rule.groupId),
    product_group: rule.productGroup,
    region: rule.region,
    customer: rule.customer,
    starts_at: rule.startsAt?.toISOString() ?? null,
    ends_at: rule.endsAt?.toISOString() ?? null,
    rate_ppm: rule.rate.kind === 'percent' ? rule.rate.ratePpm : null,
    fixed_amount: rule.rate.kind === 'fixed' ? String(rule.rate.fixedAmount) : null,
  }))
  await sql`
    INSERT INTO program_rule (terms_id, rule_no, event, publisher_id, group_id, product_group, region, customer,
      starts_at, ends_at, rate_ppm, fixed_amount)
    SELECT ${termsId}, given.* FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given (rule_no int,
      event text, publisher_id bigint, group_id bigint, product_group text, region text, customer text,
      starts_at timestamptz, ends_at timestamptz, rate_ppm int, fixed_amount bigint)`.execute(tx.db)
}
