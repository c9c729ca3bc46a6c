import { sql } from 'kysely'
import type { Db } from '#database'
import { startProgress } from '#domains/figures/reports/commands/start-progress.ts'
import { writeTexts } from '#domains/orders/transactions/commands/write-texts.ts'
import { CONTENT_CATEGORIES } from '#kernel/lists/content-categories.ts'
import { addDays, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { testContext } from '#test/support/context.ts'
import { LABELS, countTransactions, insertTransactions } from './fill-transactions.ts'
import { fillFunds } from './fill-funds.ts'
import { insertAdvertisers, insertPublishers } from './filled-network.ts'

/** The clicks and transactions of the first advertiser in a year, from `publishers` publishers who have joined. */
export interface AdvertiserSize {
  publishers: number
  clicks: number
  transactions: number
  /** Publishers of the network who have not joined; each promotes two of the other advertisers. */
  others: number
}

const ADVERTISERS = 5
const YEAR_DAYS = 365
/** Of the last days the orders are undecided, and the network keeps what postbacks sent. */
const PENDING_DAYS = 30
/** What a link may say of itself, on each day of each publisher. */
const SUB_IDS = 5

/** Fills a network with a year until today of an advertiser, whose id is 1. Its account is `brand@example.com`. */
export async function fillAdvertiser(
  db: Db,
  { publishers, clicks, transactions, others }: AdvertiserSize,
): Promise<void> {
  const first = addDays(toDay(new Date()), 1 - YEAR_DAYS)
  await insertPublishers(db, { count: publishers + others, sites: 1, sessions: 0 })
  await insertAdvertisers(db, ADVERTISERS)
  await insertProgram(db, publishers)
  await insertLabels(db)
  await withoutIndexes(db, ['transaction', 'transaction_state', 'postback'], async () => {
    await insertTransactions(db, {
      transactions,
      publishers,
      advertisers: 1,
      from: first,
      pendingDays: PENDING_DAYS,
      isCovered: true,
      isLabelled: true,
    })
    await fillPostbacks(db)
  })
  await fillClicks(db)
  await withoutIndexes(db, ['transaction_text'], () => fillTexts(db, first))
  await countTransactions(db)
  await fillClaims(db)
  await withoutIndexes(db, ['entry', 'posting', 'statement_line'], () => fillFunds(db, first))
  await fillRollups(db, { clicks, publishers, first })
  await fillOthers(db, publishers)
  await startProgress(db, new Date())
  await sql`VACUUM ANALYZE`.execute(db)
}

/**
 * Drops the foreign keys and the indexes of tables, all but the primary keys, while they are filled: building them once
 * takes less time.
 */
async function withoutIndexes(db: Db, tables: readonly string[], fill: () => Promise<unknown>): Promise<void> {
  const ofTables = sql`${tables}::text[]::regclass[]`
  const { rows: keys } = await sql<{ table: string; name: string; definition: string }>`
    SELECT conrelid::regclass::text AS "table", conname::text AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY (${ofTables})`.execute(db)
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
    WHERE indrelid = ANY (${ofTables}) AND NOT indisprimary
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`.execute(db)
  const run = (statement: string) => sql.raw(statement).execute(db)
  for (const { table, name } of keys) await run(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const { name } of indexes) await run(`DROP INDEX ${name}`)
  await fill()
  for (const { definition } of indexes) await run(definition)
  for (const { table, name, definition } of keys) await run(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
}

/** Inserts the open programme of the first advertiser, with its account and the publishers who have joined. */
async function insertProgram(db: Db, publishers: number): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO account (email, role, display_name, review_status, created_at)
    VALUES ('brand@example.com', 'advertiser', 'Brand', 'approved', now()) RETURNING id`.execute(db)
  await sql`INSERT INTO team_member (advertiser_id, account_id, email, name, role, joined_at)
    VALUES (1, ${rows[0]?.id ?? 0n}, 'brand@example.com', 'Brand', 'owner', now())`.execute(db)
  await sql`INSERT INTO saved_view (account_id, list, name, query, scope, advertiser_id, is_pinned, saved_at)
    SELECT ${rows[0]?.id ?? 0n}, list, list, query, 'me', 1, true, now()
    FROM (VALUES ('brand-transactions', 'status=PENDING'), ('brand-orders', 'queue=clock'), ('brand-publishers', ''))
      AS pinned (list, query)`.execute(db)
  await sql`INSERT INTO program (advertiser_id, public_id, slug, title, status, join_mode, created_at)
    VALUES (1, 1, 'programme', 'Programme', 'open', 'review', now())`.execute(db)
  await sql`INSERT INTO program_terms
      (program_id, version, window_days, validation_days, currency, effective_from, created_at)
    SELECT id, 1, 30, 30, 'USD', now(), now() FROM program`.execute(db)
  await sql`INSERT INTO program_rate (terms_id, event, kind, rate_ppm)
    SELECT id, 'sale', 'percent', 80000 FROM program_terms`.execute(db)
  await sql`INSERT INTO membership (program_id, publisher_id, status, requested_at, decided_at)
    SELECT program.id, publisher.id, 'joined', now() - publisher.id * interval '1 hour',
      now() - publisher.id * interval '1 hour'
    FROM program, publisher WHERE publisher.id <= ${publishers}`.execute(db)
}

/** Inserts 20 groups with all publishers, five tags of some of them, coupon codes and promotions. */
async function insertLabels(db: Db): Promise<void> {
  await sql`INSERT INTO publisher_group (program_id, name, created_at)
    SELECT program.id, 'Group ' || n, now() FROM program, generate_series(1, 20) n`.execute(db)
  await sql`INSERT INTO publisher_group_member (group_id, publisher_id, added_at)
    SELECT publisher_group.id, publisher_id, now()
    FROM membership JOIN publisher_group ON publisher_group.name = 'Group ' || (1 + publisher_id % 20)`.execute(db)
  await sql`INSERT INTO publisher_tag (program_id, tag, publisher_id, tagged_at)
    SELECT program_id, 'Tag ' || n, publisher_id, now()
    FROM membership, generate_series(1, 5) n WHERE publisher_id % (n * 3) = 0`.execute(db)
  await sql`INSERT INTO coupon_assignment (advertiser_id, code, site_id, assigned_at)
    SELECT 1, 'CODE' || id, id, now() FROM site WHERE id <= 200`.execute(db)
  await sql`INSERT INTO promotion (advertiser_id, kind, title, code, category, url, starts_on, created_at)
    SELECT 1, 'coupon', 'Promotion ' || n, 'CODE' || n, 'Fashion', 'https://example.com/' || n, current_date - n, now()
    FROM generate_series(1, ${LABELS}) n`.execute(db)
}

/** Inserts the click of each order, from as many countries as reports count alone. */
async function fillClicks(db: Db): Promise<void> {
  await sql`INSERT INTO click (publisher_id, id, clicked_at, site_id, advertiser_id, terms_id, verdict, destination,
      country, device)
    SELECT publisher_id, click_id, clicked_at, site_id, advertiser_id, terms_id, 'payable', 'https://example.com',
      chr(65 + rule_no / 26) || chr(65 + rule_no % 26),
      CASE WHEN rule_no % 2 = 0 THEN 'mobile' ELSE 'desktop' END::device
    FROM transaction ORDER BY publisher_id, click_id`.execute(db)
}

/** Stores texts and labels in the order in which the job stores them. Labels name the country of the click. */
async function fillTexts(db: Db, first: Day): Promise<void> {
  await sql`INSERT INTO transaction_text_progress (name, written_until) VALUES ('texts', ${first}::date)`.execute(db)
  await writeTexts(testContext(db, 'bench'), Infinity)
}

/** Inserts the postback of each order, and one without a click for each tenth; what they sent is kept for some days. */
async function fillPostbacks(db: Db): Promise<void> {
  await sql`INSERT INTO transaction_key (advertiser_id, order_ref, event, publisher_id, transaction_id)
    SELECT advertiser_id, order_ref, event, publisher_id, id FROM transaction ORDER BY 1, 2, 3`.execute(db)
  await sql`INSERT INTO postback (advertiser_id, id, received_at, channel, result, reason, publisher_id, transaction_id,
      order_ref, amount, currency)
    SELECT advertiser_id, uuidv7(recorded_at - clock_timestamp()), recorded_at,
      CASE WHEN commission % 5 = 0 THEN 'pixel' ELSE 'form' END, 'recorded', NULL, publisher_id, id,
      order_ref, order_value, currency
    FROM transaction`.execute(db)
  await sql`INSERT INTO postback (advertiser_id, id, received_at, channel, result, reason)
    SELECT advertiser_id, uuidv7(recorded_at - clock_timestamp()), recorded_at, 'form', 'rejected', 'unknown_click'
    FROM transaction WHERE commission % 10 = 0`.execute(db)
  const kept = sql`received_at > now() - ${PENDING_DAYS} * interval '1 day'`
  await sql`INSERT INTO postback_parameters (advertiser_id, postback_id, received_at, parameters)
    SELECT advertiser_id, id, received_at, jsonb_build_object('order_id', 'lost-' || id, 'amount', '49.90')
    FROM postback WHERE ${kept}`.execute(db)
}

/** What the machine names when it finds no click. */
const NO_FACTS = JSON.stringify({
  attribution: null,
  clickedOn: null,
  windowDays: null,
  verdict: null,
  reason: null,
  transactionId: null,
})

/** Inserts a claim for each thousandth order; a tenth of them waits. */
async function fillClaims(db: Db): Promise<void> {
  await sql`INSERT INTO claim (id, publisher_id, advertiser_id, site_id, order_ref, event, ordered_on, amount, currency,
      filed_at, status, answer, answer_facts, due_at, decided_at, sequence)
    SELECT uuidv7(recorded_at - clock_timestamp()), publisher_id, advertiser_id, site_id, 'lost-' || order_ref, event,
      recorded_at::date, order_value, 'USD', recorded_at, CASE WHEN waits THEN 'waiting' ELSE 'refused' END, 'no_click',
      ${NO_FACTS}, CASE WHEN waits THEN now() + interval '3 days' END, CASE WHEN NOT waits THEN recorded_at END, 1
    FROM transaction, LATERAL (SELECT transaction_at > now() - interval '36 days') AS one (waits)
    WHERE order_ref LIKE '%000'`.execute(db)
}

/** Inserts the roll-ups that clicks leave: a row for each publisher and day, and for each sub id. */
async function fillRollups(db: Db, { clicks, publishers, first }: { clicks: number; publishers: number; first: Day }) {
  const days = sql`generate_series(${first}::date, ${toDay(new Date())}::date, interval '1 day')`
  const perDay = clicks / publishers / YEAR_DAYS
  await sql`
    INSERT INTO rollup_day (publisher_id, day, site_id, advertiser_id, hits, clicks, transactions,
      cancelled_transactions, order_value, commission, confirmed_transactions, confirmed_order_value,
      confirmed_commission, fee)
    SELECT site.publisher_id, each.day, site.id, 1, clicks + 5, clicks, coalesce(transactions, 0),
      coalesce(cancelled, 0), coalesce(order_value, 0), coalesce(commission, 0), coalesce(transactions, 0),
      coalesce(order_value, 0), coalesce(commission, 0), 0
    FROM ${days} AS each (day) JOIN site ON site.publisher_id <= ${publishers}
    CROSS JOIN LATERAL (SELECT (${perDay}::float8 * (0.5 + random()))::bigint AS clicks) AS volume
    LEFT JOIN (
      SELECT publisher_id, (transaction_at AT TIME ZONE 'UTC')::date AS day,
        count(*) FILTER (WHERE status <> 'CANCELLED') AS transactions,
        count(*) FILTER (WHERE status = 'CANCELLED') AS cancelled, sum(order_value) AS order_value,
        sum(commission) AS commission
      FROM transaction_state GROUP BY 1, 2
    ) AS sold ON sold.publisher_id = site.publisher_id AND sold.day = each.day::date
    WHERE clicks > 0 OR transactions IS NOT NULL
    ORDER BY each.day, site.publisher_id`.execute(db)
  await sql`INSERT INTO rollup_sub_id (publisher_id, slot, day, advertiser_id, site_id, sub_id, clicks, transactions,
      commission)
    SELECT publisher_id, 1, day, 1, site_id, 'place-' || n, clicks / ${SUB_IDS}::int, transactions / ${SUB_IDS}::int,
      commission / ${SUB_IDS}::int
    FROM rollup_day, generate_series(1, ${SUB_IDS}::int) n WHERE publisher_id <= 1000`.execute(db)
  await sql`INSERT INTO rollup_advertiser SELECT publisher_id, day, advertiser_id, ${SUMS}
    FROM rollup_day GROUP BY 1, 2, 3 ORDER BY 2, 1`.execute(db)
  await sql`INSERT INTO rollup_advertiser_total SELECT advertiser_id, day, ${SUMS}
    FROM rollup_advertiser GROUP BY 1, 2 ORDER BY 1, 2`.execute(db)
}

/**
 * Gives the sites of those who have not joined a category and a country, and their days at three other advertisers.
 * They agree that brands find them.
 */
export async function fillOthers(db: Db, publishers: number): Promise<void> {
  await sql`UPDATE site SET content_categories = ARRAY[(${CONTENT_CATEGORIES}::text[])[1 + id % 10]],
      audience_countries = ARRAY[(ARRAY['US', 'DE', 'FR', 'GB', 'JP'])[1 + id % 5]],
      script_found_at = CASE WHEN id % 3 = 0 THEN now() END
    WHERE publisher_id > ${publishers}`.execute(db)
  await sql`INSERT INTO rollup_advertiser (publisher_id, day, advertiser_id, clicks, transactions,
      cancelled_transactions, order_value, commission, confirmed_transactions, confirmed_order_value,
      confirmed_commission, fee)
    SELECT id, current_date - 3 * n, 2 + (id + advertiser) % ${ADVERTISERS - 1}, id % 90, id % 7, id % 2,
      id % 7 * 400000, id % 7 * 40000, id % 5, id % 5 * 400000, id % 5 * 40000, 0
    FROM generate_series(1, 25) n, generate_series(0, 2) advertiser, publisher WHERE id > ${publishers}
    ORDER BY 2, 1`.execute(db)
  await sql`INSERT INTO rollup_advertiser_total SELECT advertiser_id, day, ${SUMS}
    FROM rollup_advertiser WHERE publisher_id > ${publishers} GROUP BY 1, 2`.execute(db)
  await sql`INSERT INTO publisher_listing (publisher_id, listed_at, site_kinds, categories, countries, is_verified,
      evidence, measured_at)
    SELECT id, now() - id * interval '1 minute', '{}', '{}', '{}', false, 'few_clicks', now()
    FROM publisher WHERE id > ${publishers}`.execute(db)
}

const SUMS = sql`sum(clicks), sum(transactions), sum(cancelled_transactions), sum(order_value), sum(commission),
  sum(confirmed_transactions), sum(confirmed_order_value), sum(confirmed_commission), sum(fee)`
