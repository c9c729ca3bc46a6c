import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'
import { listLines } from '#platform/server/database-check.ts'
import { migrate } from '#platform/server/migrate.ts'
import { createTestDatabase } from './support/database.ts'
import type { TestDatabase } from './support/database.ts'

const migrations = fileURLToPath(new URL('../migrations', import.meta.url))

let database: TestDatabase
let folder: string
let before: Figures

interface Figures {
  balances: unknown[]
  statuses: unknown[]
}

beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'tandem-migrations-'))
  await sql`DROP SCHEMA public CASCADE`.execute(database.ownerDb)
  await sql`CREATE SCHEMA public`.execute(database.ownerDb)
  await migrateUntil('0010')
  await fillOldSchema()
  before = {
    balances: await readRows('SELECT * FROM balance ORDER BY publisher_id, account, currency'),
    statuses: await readRows(`
      SELECT t.id, coalesce(d.status, 'PENDING') AS status, d.reason_code, coalesce(d.sequence, 0) AS sequence
      FROM transaction t LEFT JOIN LATERAL (
        SELECT * FROM transaction_decision d WHERE d.transaction_id = t.id ORDER BY sequence DESC LIMIT 1
      ) d ON true ORDER BY t.id`),
  }
  await migrateUntil('0111')
  await declareOldHosts()
  await migrateUntil('9999')
})

afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

async function migrateUntil(number: string): Promise<void> {
  for (const file of readdirSync(migrations)) {
    if (file.slice(0, 4) <= number) copyFileSync(join(migrations, file), join(folder, file))
  }
  await migrate(database.ownerDb, folder)
}

async function readRows(query: string): Promise<unknown[]> {
  return (await sql.raw(query).execute(database.ownerDb)).rows
}

/**
 * Inserts 300 clicks and transactions of three publishers in two currencies: pending, confirmed, cancelled, reversed,
 * and confirmed again, some with a commission of zero. Their entries have two signed postings each, as the release
 * before wrote them.
 */
async function fillOldSchema(): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(database.ownerDb)
  await run(`
    INSERT INTO advertiser (id, name, website, created_at) OVERRIDING SYSTEM VALUE
    SELECT n, 'Shop ' || n, 'https://shop.example', '2020-01-01Z' FROM generate_series(1, 4) n`)
  await run(`
    INSERT INTO program (id, advertiser_id, public_id, slug, title, status, join_mode, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT id, id, id, 'shop-' || id, name, 'open', 'auto', created_at FROM advertiser`)
  await run(`
    INSERT INTO program_terms (id, program_id, version, window_days, validation_days, currency, effective_from,
      created_at) OVERRIDING SYSTEM VALUE
    SELECT id, id, 1, 30, 30, 'USD', created_at, created_at FROM program`)
  await run(`
    INSERT INTO program_rate (terms_id, event, kind, rate_ppm, fixed_amount)
    SELECT id, 'sale', 'percent', 17000, NULL FROM program_terms UNION ALL
    SELECT id, 'lead', 'fixed', NULL, 0 FROM program_terms`)
  await run(`
    INSERT INTO click (publisher_id, id, clicked_at, site_id, advertiser_id, terms_id, verdict)
    SELECT 1 + n % 3, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '70008000'
      || lpad(to_hex(n), 12, '0'))::uuid, at, 1, 1 + n % 4, 1 + n % 4, 'payable'
    FROM generate_series(1, 300) n, date_trunc('milliseconds', now() - n * interval '2 hours') at`)
  await run(`
    INSERT INTO transaction (publisher_id, id, advertiser_id, site_id, terms_id, click_id, clicked_at, order_ref, event,
      order_value, commission, currency, channel, transaction_at, recorded_at)
    SELECT publisher_id, gen_random_uuid(), advertiser_id, site_id, terms_id, id, clicked_at, 'order-' || n,
      CASE WHEN n % 11 = 0 THEN 'lead' ELSE 'sale' END, n * 1000, CASE WHEN n % 11 = 0 THEN 0 ELSE n * 17 END,
      'USD', 'server', now() - n * interval '1 hour',
      now() - n * interval '1 hour'
    FROM click, LATERAL (SELECT ('x' || right(id::text, 12))::bit(48)::bigint::int AS n) number`)
  await run(`
    INSERT INTO postback (advertiser_id, id, received_at, channel, parameters, result, publisher_id, transaction_id)
    SELECT advertiser_id, gen_random_uuid(), recorded_at, 'query', '{}', 'recorded', publisher_id, id FROM transaction`)
  await run(`
    INSERT INTO transaction_key
    SELECT advertiser_id, order_ref, event, publisher_id, id FROM transaction`)
  await run(`
    INSERT INTO transaction_decision
      (publisher_id, transaction_id, sequence, status, reason_code, decided_by, decided_at)
    SELECT publisher_id, id, step, CASE WHEN is_confirmed THEN 'CONFIRMED' ELSE 'CANCELLED' END,
      CASE WHEN NOT is_confirmed THEN 'FRAUD' END, 5, recorded_at + step * interval '1 minute'
    FROM (
      SELECT *, row_number() OVER (ORDER BY id) % 5 AS fate FROM transaction
    ) t, generate_series(1, 3) step, LATERAL (SELECT fate <> 1 AND step <> 2 AS is_confirmed) x
    WHERE step <= CASE fate WHEN 0 THEN 0 WHEN 1 THEN 1 ELSE fate - 1 END`)
  await run(`
    INSERT INTO entry
    SELECT publisher_id, gen_random_uuid(), CASE WHEN status = 'CONFIRMED' THEN 'confirmation' ELSE 'reversal' END,
      'transaction', transaction_id, sequence, decided_at
    FROM transaction_decision WHERE status = 'CONFIRMED' OR sequence > 1`)
  await run(`
    INSERT INTO posting
    SELECT e.publisher_id, e.id, side.leg, side.account, t.currency,
      side.sign * t.commission * CASE WHEN e.kind = 'reversal' THEN -1 ELSE 1 END
    FROM entry e JOIN transaction t ON t.publisher_id = e.publisher_id AND t.id = e.subject_id,
      LATERAL (VALUES (1, 'advertiser_receivable:' || t.advertiser_id, 1), (2, 'publisher_payable', -1))
        AS side (leg, account, sign)`)
  await insertSignedPostings()
  await run(`
    INSERT INTO balance
    SELECT publisher_id, account, currency, sum(amount) FROM posting GROUP BY publisher_id, account, currency`)
}

const entryId = '0199f0a2-7c11-7abc-8def-0123456789ab'

/** Inserts an entry of several signed postings in two currencies: the old schema allowed it, no release wrote one. */
async function insertSignedPostings(): Promise<void> {
  await sql`INSERT INTO entry VALUES (1, ${entryId}, 'confirmation', 'correction', ${entryId}, 1, now())`.execute(
    database.ownerDb,
  )
  await sql`INSERT INTO posting (publisher_id, entry_id, leg, account, currency, amount)
    SELECT 1, ${entryId}, leg, account, currency, amount FROM (VALUES
      (1, 'a', 'USD', -70), (2, 'b', 'USD', 50), (3, 'c', 'USD', -30), (4, 'd', 'USD', 45), (5, 'e', 'USD', 5),
      (6, 'a', 'EUR', 9), (7, 'b', 'EUR', -9)
    ) AS legs (leg, account, currency, amount)`.execute(database.ownerDb)
}

/** Declares hosts without ports: some advertisers name a port in their website or in a promotion. */
async function declareOldHosts(): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(database.ownerDb)
  await run(`INSERT INTO advertiser (id, name, website, created_at) OVERRIDING SYSTEM VALUE
    VALUES (91, 'Local', 'http://localhost:4010/', now()), (92, 'Plain', 'https://www.plain.example:443/', now()),
      (93, 'Ports', 'https://Ports.example:8443', now())`)
  await run(`INSERT INTO advertiser_domain (advertiser_id, hostname, created_at)
    SELECT id, hostname, now() FROM advertiser JOIN (VALUES ('Local', 'localhost'), ('Local', '127.0.0.1'),
      ('Plain', 'plain.example'), ('Ports', 'www.ports.example'), ('Ports', 'other.example')
    ) AS declared (name, hostname) USING (name)`)
  await run("INSERT INTO advertiser_region (domain_id, region_code) SELECT id, 'GLOBAL' FROM advertiser_domain")
  await run(`INSERT INTO promotion (advertiser_id, kind, title, category, url, starts_on, created_at)
    SELECT id, 'deal', 'Sale', 'Home', 'https://other.example:9000/sale', now(), now()
    FROM advertiser WHERE name = 'Ports'`)
}

test('moves the parameters of each postback into the partition of its month', async () => {
  const moved = await readRows(`
    SELECT postback.id FROM postback JOIN postback_parameters AS sent
      ON sent.advertiser_id = postback.advertiser_id AND sent.postback_id = postback.id
        AND sent.received_at = postback.received_at
    WHERE sent.parameters = '{}' AND sent.tableoid::regclass::text
      = 'postback_parameters_' || to_char(postback.received_at AT TIME ZONE 'UTC', 'YYYY_MM')`)
  expect(moved).toHaveLength(300)
})

test('declares the ports that advertisers use, beside the hosts that they declared', async () => {
  const declared = await readRows(`
    SELECT host, region_code FROM advertiser_domain JOIN advertiser ON advertiser.id = advertiser_id
    LEFT JOIN advertiser_region ON domain_id = advertiser_domain.id ORDER BY host COLLATE "C"`)
  const hosts = ['127.0.0.1', 'localhost', 'localhost:4010', 'other.example', 'other.example:9000', 'plain.example']
  expect(declared).toEqual(
    [...hosts, 'www.ports.example', 'www.ports.example:8443'].map((host) => ({ host, regionCode: 'GLOBAL' })),
  )
})

test('turns every balance to credits less debits, and the new postings add up to it', async () => {
  expect(before.balances.length).toBeGreaterThan(20)
  const turned = (before.balances as { account: string; amount: bigint }[]).map(({ account, amount, ...key }) => ({
    ...key,
    account: account === 'publisher_payable' ? 'publisher_confirmed' : account,
    amount: -amount,
  }))
  expect(await readRows('SELECT * FROM balance ORDER BY publisher_id, account, currency')).toEqual(turned)
  const posted = await readRows(`
    SELECT publisher_id, account, currency, sum(moved)::bigint AS amount
    FROM posting, LATERAL (VALUES (from_account::text, -posting.amount::bigint), (to_account, posting.amount))
      AS side (account, moved)
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`)
  expect(posted).toEqual(turned)
})

test('turns an entry of several signed postings into moves between accounts', async () => {
  const moves = await readRows(`SELECT line_no, from_account, to_account, currency, amount FROM posting
    WHERE entry_id = '${entryId}' ORDER BY currency, line_no`)
  expect(moves).toMatchObject([
    { currency: 'EUR', fromAccount: 'a', toAccount: 'b', amount: 9n },
    { currency: 'USD', fromAccount: 'b', toAccount: 'a', amount: 50n },
    { currency: 'USD', fromAccount: 'd', toAccount: 'a', amount: 20n },
    { currency: 'USD', fromAccount: 'd', toAccount: 'c', amount: 25n },
    { currency: 'USD', fromAccount: 'e', toAccount: 'c', amount: 5n },
  ])
  expect(new Set(moves.map((move) => (move as { lineNo: number }).lineNo)).size).toBe(5)
})

test('gives each transaction the state of its last decision, and the check names only the signed entry', async () => {
  const states = await readRows(
    'SELECT transaction_id AS id, status::text, reason_code, sequence FROM transaction_state ORDER BY transaction_id',
  )
  expect(states).toEqual(before.statuses)
  const lines = listLines(await verifyLedger(database.ownerDb))
  expect(lines).toContain(`entry ${entryId} of publisher 1: expected a known source, found correction ${entryId}`)
  expect(lines.filter((line) => !line.includes(`entry ${entryId} of publisher 1: expected`))).toEqual([])
})
