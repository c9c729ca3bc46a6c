import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#database'
import { leaveProgram } from '#domains/programmes/programs/commands/leave-program.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import type { MembershipKey } from '#domains/programmes/programs/rules.ts'
import { testContext } from '#test/support/context.ts'
import { startClickNetwork } from './support/click-network.ts'
import { atMost, say } from './support/rounds.ts'
import { compareP99, loadSteadily, repeatUntilStopped } from './support/steady-load.ts'

const PUBLISHERS = 1000
const PROGRAMS = 1000
const JOINS_PER_SECOND = 20
const REDIRECTS_PER_SECOND = 400
const SECONDS = 15
const ROUNDS = 3
/** Longer than the workers need to read a million memberships. */
const READ_MS = 20_000
const MAX_RATIO = 1.3

/**
 * Measures the p99 of redirects while publishers join programmes, beside the p99 without joins, in a network with a
 * million memberships. The rounds take turns, so that other load on the machine affects both.
 */
async function main(): Promise<void> {
  const product = await startClickNetwork(availableParallelism())
  try {
    const { db, network } = product
    await fillMemberships(db)
    const pair = await findMembership(db)
    // A worker that has lost its connection reads all memberships.
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'tandem listens catalog'`.execute(db)
    await sleep(READ_MS)
    const path = product.url.slice(network.url.length)
    const load = () =>
      loadSteadily({ url: network.url, paths: [path], perSecond: REDIRECTS_PER_SECOND, seconds: SECONDS })
    const { without, during } = await compareP99({ load, begin: () => joinRepeatedly(db, pair), rounds: ROUNDS })
    const figure = `p99 ${during.toFixed(1)} ms during 20 joins/s, ${without.toFixed(1)} ms without`
    say('redirect, 1,000,000 members', figure, atMost(during / without, MAX_RATIO, 'times'))
  } finally {
    await product.close()
  }
}

async function fillMemberships(db: Db): Promise<void> {
  await sql`INSERT INTO account (email, role, display_name, review_status, created_at)
    SELECT 'bench-' || n || '@example.com', 'publisher', 'Bench ' || n, 'approved', now()
    FROM generate_series(1, ${PUBLISHERS}::int) n`.execute(db)
  await sql`INSERT INTO publisher (account_id, name, created_at)
    SELECT id, display_name, now() FROM account WHERE email LIKE 'bench-%'`.execute(db)
  await sql`INSERT INTO advertiser (name, website, created_at)
    SELECT 'Bench ' || n, 'https://example.com', now() FROM generate_series(1, ${PROGRAMS}::int) n`.execute(db)
  await sql`INSERT INTO program (advertiser_id, public_id, slug, title, status, join_mode, created_at)
    SELECT id, 1000000 + id, 'bench-' || id, name, 'open', 'auto', now()
    FROM advertiser WHERE name LIKE 'Bench %'`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx)
    await sql`INSERT INTO membership (program_id, publisher_id, status, requested_at, decided_at)
      SELECT program.id, publisher.id, 'joined', now(), now() FROM program, publisher
      WHERE program.slug LIKE 'bench-%' AND publisher.name LIKE 'Bench %'`.execute(tx)
  })
  await sql`VACUUM ANALYZE membership`.execute(db)
}

async function findMembership(db: Db): Promise<MembershipKey> {
  const { rows } = await sql<MembershipKey>`SELECT membership.program_id, publisher_id FROM membership
    JOIN program ON program.id = program_id WHERE slug LIKE 'bench-%' LIMIT 1`.execute(db)
  const [row] = rows
  if (!row) throw new Error('There are no memberships')
  return row
}

/** Leaves and joins a programme in turn, at a fixed rate. Ends as it began, with the publisher joined. */
function joinRepeatedly(db: Db, membership: MembershipKey) {
  return repeatUntilStopped(async () => {
    for (const change of [leaveProgram, requestJoin]) {
      await change(testContext(db, 'bench'), membership)
      await sleep(1000 / JOINS_PER_SECOND)
    }
  })
}

await main()
