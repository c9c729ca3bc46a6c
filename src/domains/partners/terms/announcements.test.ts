import { sql } from 'kysely'
import type { Kysely, KyselyPlugin } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#database'
import { decideMembership } from '#domains/programmes/programs/commands/decide-membership.ts'
import { getPublisher } from '#domains/people/publishers/queries.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { stopAfter } from '#test/support/stopped-run.ts'
import { createRatedAdvertiser, percent, saleRate } from '#test/support/rated-advertiser.ts'
import { addOwnRates } from './commands/add-own-rates.ts'
import { publishDraft, withdrawVersion } from './commands/publish-draft.ts'
import { mailVersions } from './commands/mail-versions.ts'
import { findRates } from './queries/rates.ts'

const DAY_MS = 86_400_000
const PUBLISHERS = 700

const database = await openTestDatabase()
let ctx: Ctx

beforeAll(async () => {
  ctx = testContext(database.db)
})

/** A brand with many publishers who have joined, and what its terms and the job do. */
async function makeAdvertiser() {
  const advertiser = await createRatedAdvertiser(ctx)
  const { advertiserId, programId, save } = advertiser
  const prefix = `many${programId}`
  await sql`
    WITH person AS (
      INSERT INTO account (email, role, display_name, review_status, created_at)
      SELECT ${prefix} || '-' || n || '@example.org', 'publisher', 'Publisher ' || n, 'approved', ${ctx.now}
      FROM generate_series(1, ${PUBLISHERS - 1}::int) AS n RETURNING id, display_name
    ), business AS (
      INSERT INTO publisher (account_id, name, created_at) SELECT id, display_name, ${ctx.now} FROM person RETURNING id
    )
    INSERT INTO membership (program_id, publisher_id, status, requested_at, decided_at)
    SELECT ${programId}, id, 'joined', ${ctx.now}, ${ctx.now} FROM business`.execute(database.ownerDb)
  const publish = async (value: number, at = ctx) => {
    await save(0, { rate: percent(value) }, saleRate)
    return publishDraft(at, { advertiserId, revision: 1 })
  }
  const tell = (at = ctx) => mailVersions(at)
  const find = async (now = ctx.now) => (await findRates(database.db, { advertiserId, now }))?.scheduled
  const countMails = async () => {
    const { rows } = await sql<{ subject: string; count: number; readers: number }>`
      SELECT subject, count(*)::int AS count, count(DISTINCT to_address)::int AS readers
      FROM mail WHERE to_address LIKE ${`${prefix}-%`} GROUP BY subject ORDER BY subject`.execute(database.db)
    return rows.map(({ count, readers }) => [count, readers])
  }
  return { ...advertiser, publish, tell, find, countMails }
}

test('tells each publisher once, in batches that go on after a kill and beside another run', async () => {
  const { publish, tell, find, countMails } = await makeAdvertiser()
  expect(await publish(8)).toMatchObject({ told: PUBLISHERS })
  expect(await find()).toMatchObject({ told: 0, isBeingTold: true })
  // The run ends in the second batch, as when its process is killed.
  await expect(tell(stopAfter(ctx, 1))).rejects.toThrow('Some publishers were not told')
  expect(await find()).toMatchObject({ told: 500, isBeingTold: true })
  await Promise.all([tell(), tell()])
  await tell()
  expect(await find()).toMatchObject({ told: PUBLISHERS, isBeingTold: false })
  expect(await countMails()).toEqual([[PUBLISHERS - 1, PUBLISHERS - 1]])
})

test('is counted too low only while a page reads again, also where the job ends between two statements', async () => {
  const { advertiserId, publish, tell } = await makeAdvertiser()
  await publish(8)
  let isTold = false
  const tellAfterFirst: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const columns = Object.keys(result.rows[0] ?? {}).join()
      if (!isTold && (columns === 'told,acknowledged' || columns === 'termsId')) {
        isTold = true
        await tell()
      }
      return result
    },
  }
  const reads = (database.db as Kysely<Database>).withPlugin(tellAfterFirst)
  const rates = await findRates(reads, { advertiserId, now: ctx.now })
  expect(isTold).toBe(true)
  expect(rates?.scheduled).toMatchObject({ told: PUBLISHERS, isBeingTold: true })
})

test('tells the others when one publisher cannot be told, and that one as soon as it can', async () => {
  const { publish, tell, find, countMails, programId } = await makeAdvertiser()
  await publish(8)
  const { rows } = await sql<{ id: bigint }>`
    SELECT publisher_id AS id FROM membership WHERE program_id = ${programId}
    ORDER BY publisher_id OFFSET 300 LIMIT 1`.execute(database.db)
  await sql`CREATE FUNCTION fail_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.publisher_id = TG_ARGV[0]::bigint THEN RAISE 'unstorable'; END IF; RETURN NEW; END $$`.execute(
    database.ownerDb,
  )
  await sql`CREATE TRIGGER fail_one AFTER INSERT ON terms_notice FOR EACH ROW
    EXECUTE FUNCTION fail_one(${sql.lit(String(rows[0]?.id))})`.execute(database.ownerDb)
  for (let run = 0; run < 2; run += 1) {
    await expect(tell()).rejects.toThrow('Some publishers were not told')
    expect(await find()).toMatchObject({ told: PUBLISHERS - 1, isBeingTold: true })
  }
  await sql`DROP TRIGGER fail_one ON terms_notice`.execute(database.ownerDb)
  await tell()
  expect(await find()).toMatchObject({ told: PUBLISHERS, isBeingTold: false })
  expect(await countMails()).toEqual([[PUBLISHERS - 1, PUBLISHERS - 1]])
})

test('tells who is approved or comes back before a version begins, once, and nobody whose rate stays', async () => {
  const { publish, tell, find, programId, publisherId, advertiserId } = await makeAdvertiser()
  const decide = (decision: 'suspend' | 'approve', at: Ctx) =>
    decideMembership(at, { programId, publisherId, decision, reason: 'Brand bidding' })
  await decide('suspend', ctx)
  const { effectiveFrom } = await publish(8)
  await tell()
  const hourLater: Ctx = { ...ctx, now: new Date(ctx.now.getTime() + 3_600_000) }
  await tell(hourLater)
  expect(await find()).toMatchObject({ told: PUBLISHERS - 1 })
  await decide('approve', hourLater)
  const { email } = await getPublisher(database.db, { publisherId })
  const countOwn = async () => {
    const told = database.db.selectFrom('mail').select('textBody').where('toAddress', '=', email)
    return (await told.execute()).filter(({ textBody }) => textBody.includes(`/rates/${advertiserId}`)).length
  }
  const before = await countOwn()
  await Promise.all([tell(hourLater), tell(hourLater)])
  await tell(hourLater)
  expect(await find()).toMatchObject({ told: PUBLISHERS, effectiveFrom, isBeingTold: false })
  expect(await countOwn()).toBe(before + 1)
})

test('puts a cut off when publishers cannot be told its notice days before', async () => {
  const { publish, tell, find } = await makeAdvertiser()
  const { effectiveFrom } = await publish(8)
  const late: Ctx = { ...ctx, now: new Date(effectiveFrom.getTime() - 13 * DAY_MS) }
  await tell(late)
  const next = await find(late.now)
  expect(next?.effectiveFrom.getTime()).toBeGreaterThanOrEqual(late.now.getTime() + 14 * DAY_MS)
  expect(next).toMatchObject({ told: PUBLISHERS, isBeingTold: false })
  expect((await find(effectiveFrom))?.version).toBe(next?.version)
})

test('does not put a cut off when another version was published since, which that would undo', async () => {
  const { publish, tell, advertiserId } = await makeAdvertiser()
  const { effectiveFrom } = await publish(8)
  const late: Ctx = { ...ctx, now: new Date(effectiveFrom.getTime() + DAY_MS) }
  const { version } = await publish(12, late)
  await tell(late)
  const found = await findRates(database.db, { advertiserId, now: late.now })
  expect([found?.inForce.version, found?.scheduled]).toEqual([version, undefined])
})

test('tells of a raise at any time', async () => {
  const { publish, tell, advertiserId } = await makeAdvertiser()
  const { version } = await publish(12)
  await tell({ ...ctx, now: new Date(ctx.now.getTime() + 30 * DAY_MS) })
  expect((await findRates(database.db, { advertiserId, now: ctx.now }))?.inForce.version).toBe(version)
})

test('tells those who were told already, and no others, that a version is withdrawn or replaced', async () => {
  const { publish, tell, find, countMails, advertiserId, publisherId } = await makeAdvertiser()
  const { version } = await publish(8)
  const once: Ctx = { ...ctx, now: new Date() }
  await tell(once)
  await withdrawVersion(ctx, { advertiserId, version })
  await tell()
  await tell()
  const others = PUBLISHERS - 1
  expect(await countMails()).toEqual([
    [others, others],
    [others, others],
  ])
  // Nobody was told of this one yet, so nobody is told of its end.
  await publish(7)
  const { version: last } = await publish(6)
  await addOwnRates(ctx, { advertiserId, publisherId, rates: [{ event: 'sale', rate: percent(17) }] })
  await tell()
  const found = await find()
  expect(found?.version).toBeGreaterThan(last)
  // The own rate holds on, so nothing changes for its publisher.
  expect(found).toMatchObject({ told: others })
  expect((await countMails()).map(([count]) => count)).toEqual([others * 2, others])
})
