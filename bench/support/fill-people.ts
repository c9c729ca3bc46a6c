import { sql } from 'kysely'
import type { Db } from '#database'
import { addDays, toDay } from '#kernel/days.ts'
import { fillPayees } from '#test/support/fill-payees.ts'
import { openSession } from '#test/support/sessions.ts'
import { fillTransactions } from './fill-transactions.ts'
import { insertAdvertisers } from './filled-network.ts'

/** How many people a network has. */
interface People {
  advertisers: number
  publishers: number
}

const TRANSACTIONS = 200_000

/**
 * Fills an empty network with people and some of everything that an operator's pages list. All publishers have joined
 * the first programme, and the first publisher all programmes.
 */
export async function fillPeople(db: Db, { advertisers, publishers }: People): Promise<void> {
  await fillPayees(db, { publishers, lines: 1 })
  await insertAdvertisers(db, advertisers)
  for (const statement of buildPrograms(advertisers)) await sql.raw(statement).execute(db)
  await fillTransactions(db, {
    transactions: TRANSACTIONS,
    publishers,
    advertisers,
    from: addDays(toDay(new Date()), -364),
    pendingDays: 30,
  })
  for (const statement of WAITING) await sql.raw(statement).execute(db)
}

/** The sessions of an operator, of the first brand and of the first publisher. */
export const SESSIONS = { operator: 'bench-operator', advertiser: 'bench-brand', publisher: 'bench-publisher' }

/** Opens the sessions in a network that `fillPeople` filled, whose statistics it brings up to date. */
export async function openSessions(db: Db): Promise<void> {
  await sql`VACUUM ANALYZE`.execute(db)
  await sql`DELETE FROM session`.execute(db)
  const { rows } = await sql<{ operator: bigint; advertiser: bigint }>`
    SELECT (SELECT id FROM account WHERE role = 'operator') AS operator,
      (SELECT account_id FROM team_member WHERE advertiser_id = 1) AS advertiser`.execute(db)
  const ids = { operator: 0n, advertiser: 0n, ...rows[0], publisher: 1n }
  for (const role of ['operator', 'advertiser', 'publisher'] as const) {
    await openSession(db, { accountId: ids[role], token: SESSIONS[role] })
  }
}

const buildPrograms = (advertisers: number) => [
  `INSERT INTO account (email, role, display_name, review_status, created_at)
    SELECT 'brand-' || id || '@example.com', 'advertiser', name, 'approved', now() FROM advertiser ORDER BY id`,
  `INSERT INTO team_member (advertiser_id, account_id, email, name, role, joined_at)
    SELECT advertiser.id, account.id, email, name, 'owner', now()
    FROM advertiser JOIN account ON email = 'brand-' || advertiser.id || '@example.com'`,
  `INSERT INTO site (publisher_id, key, name, url, created_at)
    SELECT id, lpad(id::text, 16, '0'), 'Site ' || id, 'https://example.com', now() FROM publisher ORDER BY id`,
  `INSERT INTO advertiser_domain (advertiser_id, hostname, created_at)
    SELECT id, 'shop-' || id || '.example', now() FROM advertiser ORDER BY id`,
  `INSERT INTO program (advertiser_id, public_id, slug, title, status, join_mode, created_at)
    SELECT id, id, 'programme-' || id, 'Programme ' || id, 'open', 'review', now() FROM advertiser ORDER BY id`,
  `INSERT INTO program_terms
      (program_id, version, window_days, validation_days, currency, effective_from, created_at)
    SELECT id, 1, 30, 30, 'USD', now() - interval '400 days', now() - interval '400 days' FROM program ORDER BY id`,
  `INSERT INTO program_rate (terms_id, event, kind, rate_ppm)
    SELECT id, 'sale', 'percent', 80000 FROM program_terms`,
  `INSERT INTO membership (program_id, publisher_id, status, requested_at, decided_at)
    SELECT program.id, publisher.id, 'joined', now(), now() FROM program, publisher
    WHERE program.id = 1 OR publisher.id = 1 OR program.id = 2 + publisher.id % (${advertisers} - 2)`,
  `INSERT INTO membership (program_id, publisher_id, status, requested_at, due_at)
    SELECT ${advertisers}, id, 'pending', now(), now() + interval '2 days' FROM publisher WHERE id % 50 = 2`,
]

/** What waits for an operator. */
const WAITING = [
  `INSERT INTO application (kind, account_id, is_repeat, first_name, last_name, fields, created_at)
    SELECT 'publisher', account_id, false, 'First', name, '{}', now() FROM publisher WHERE id % 50 = 3`,
  `UPDATE tax_form SET status = 'waiting', decided_at = NULL WHERE publisher_id % 50 = 4`,
  `INSERT INTO account_state (publisher_id, state, reason, began_at)
    SELECT id, 'on_hold', 'A question', now() FROM publisher WHERE id % 50 = 5`,
  `INSERT INTO claim (id, publisher_id, advertiser_id, site_id, order_ref, event, ordered_on, amount, currency,
      filed_at, status, answer, answer_facts, due_at, sequence)
    SELECT uuidv7(), id, 1, id, 'lost-' || id, 'sale', current_date, 400000, 'USD', now(), 'waiting', 'no_click',
      '{"attribution":null,"clickedOn":null,"windowDays":null,"verdict":null,"reason":null,"transactionId":null}',
      now() + interval '3 days', 1
    FROM publisher WHERE id % 50 = 6`,
  `INSERT INTO promotion (advertiser_id, kind, title, code, category, url, starts_on, created_at)
    SELECT advertiser.id, 'coupon', 'Promotion ' || n, 'CODE' || n, 'Fashion', 'https://example.com/', current_date,
      now()
    FROM advertiser, generate_series(1, 10) n`,
  `INSERT INTO bank_entry (id, reference, amount, currency, booked_on, payer, remittance, state, problem, source,
      imported_at)
    SELECT gen_random_uuid(), 'payment ' || n, 1000000 + n, 'USD', current_date, 'Payer ' || n, '', 'waiting',
      'no_reference', 'upload', now() FROM generate_series(1, 200) n`,
  `INSERT INTO deposit (id, advertiser_id, kind, amount, moved_on, reference, recorded_at)
    SELECT gen_random_uuid(), id, 'deposit', 10000000, current_date - 10, 'BRAND-' || id, now() FROM advertiser`,
]
