import { sql } from 'kysely'
import type { Db } from '#database'
import { addOperatorTerms } from '#domains/partners/terms/commands/add-operator-terms.ts'
import { mailVersions } from '#domains/partners/terms/commands/mail-versions.ts'
import { listOpenAnnouncements } from '#domains/partners/terms/queries/announcements.ts'
import { DAY_MS } from '#kernel/days.ts'
import { testContext } from '#test/support/context.ts'
import { insertAdvertisers, insertPublishers, openFilledNetwork } from './support/filled-network.ts'
import { atMost, say } from './support/rounds.ts'

const PUBLISHERS = 100_000

/** Publishers are told of a cut within an hour, beside which the job has other versions to tell. */
const TARGET_SECONDS = 600

/** One programme that all publishers have joined. */
async function fill(db: Db): Promise<void> {
  await insertPublishers(db, { count: PUBLISHERS, sites: 1, sessions: 0 })
  await insertAdvertisers(db, 1)
  await sql`INSERT INTO program (advertiser_id, public_id, slug, title, status, join_mode, created_at)
    VALUES (1, 1, 'programme', 'Programme', 'open', 'auto', '2024-01-01Z')`.execute(db)
  await sql`INSERT INTO program_terms
      (program_id, version, window_days, validation_days, currency, fee_ppm, effective_from, created_at)
    VALUES (1, 1, 30, 30, 'USD', 200000, '2024-01-01Z', '2024-01-01Z')`.execute(db)
  await sql`INSERT INTO program_rate (terms_id, event, kind, rate_ppm) VALUES (1, 'sale', 'percent', 100000)`.execute(
    db,
  )
  await sql`INSERT INTO membership (program_id, publisher_id, status, requested_at, decided_at)
    SELECT 1, id, 'joined', '2024-01-02Z', '2024-01-02Z' FROM publisher`.execute(db)
  await sql`VACUUM ANALYZE`.execute(db)
}

/** Measures publishing a version that cuts the rate of all, and the job that tells them. */
async function main(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const { db } = await openFilledNetwork(opened, { fill, routes: () => [] })
  const ctx = testContext(db, 'bench')
  const publishedAt = performance.now()
  await addOperatorTerms(ctx, {
    programId: 1n,
    windowDays: 30,
    validationDays: 30,
    rates: [{ event: 'sale', kind: 'percent', ratePpm: 90_000 }],
    effectiveFrom: new Date(ctx.now.getTime() + 20 * DAY_MS),
  })
  const startedAt = performance.now()
  while ((await listOpenAnnouncements(db)).length > 0) await mailVersions(ctx)
  const seconds = (performance.now() - startedAt) / 1000
  const { rows } = await sql<{ mails: number; notices: number }>`SELECT (SELECT count(*) FROM mail)::int AS mails,
    (SELECT count(*) FROM terms_notice)::int AS notices`.execute(db)
  const [counted] = rows
  if (counted?.mails !== PUBLISHERS || counted.notices !== PUBLISHERS) throw new Error(JSON.stringify(counted))
  const published = `published in ${((startedAt - publishedAt) / 1000).toFixed(1)} s`
  const told = `${PUBLISHERS.toLocaleString('en')} publishers told in ${seconds.toFixed(1)} s`
  say('terms-notices', `${told}, ${published}`, atMost(seconds, TARGET_SECONDS, 's'))
}

await main()
