import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#database'
import type { MembershipKey } from '#domains/programmes/programs/rules.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeProgram } from '#test/support/network-fixtures.ts'
import { Members, refreshMembers, updateMembers } from './members.ts'

/** Two programmes together have more members than one part of a read. */
const PUBLISHERS = 2600

const database = await openTestDatabase()
let one: bigint
let other: bigint
let publisherIds: bigint[]

beforeAll(async () => {
  const ctx = testContext(database.db)
  one = (await makeProgram(ctx)).programId
  other = (await makeProgram(ctx)).programId
  await sql`INSERT INTO account (email, role, display_name, review_status, created_at)
    SELECT n || '@members.example', 'publisher', 'Member', 'approved', now()
    FROM generate_series(1, ${PUBLISHERS}::int) n`.execute(database.db)
  const { rows } = await sql<{ id: bigint }>`INSERT INTO publisher (account_id, name, created_at)
    SELECT id, display_name, now() FROM account WHERE display_name = 'Member' RETURNING id`.execute(database.db)
  publisherIds = rows.map(({ id }) => id)
  await sql`INSERT INTO membership (program_id, publisher_id, status, requested_at, decided_at)
    SELECT program.id, publisher.id, 'joined', now(), now() FROM program, publisher`.execute(database.db)
})

async function readMembers(): Promise<Members> {
  const members = new Members()
  await refreshMembers(database.db, members)
  return members
}

test('all members are read, part by part', async () => {
  const members = await readMembers()
  for (const programId of [one, other]) {
    expect(members.of(programId).size).toBe(PUBLISHERS)
    expect(publisherIds.every((publisherId) => members.of(programId).has(publisherId))).toBe(true)
  }
})

test('a changed membership changes its set in place, and no other', async () => {
  const members = await readMembers()
  const joined = members.of(one)
  const [publisherId = 0n] = publisherIds
  const key: MembershipKey = { programId: one, publisherId }
  await database.db.updateTable('membership').set({ status: 'left' }).where('programId', '=', one).execute()
  await updateMembers(database.db, members, [key])
  expect(joined.size).toBe(PUBLISHERS - 1)
  expect(joined.has(publisherId)).toBe(false)
  expect(members.of(other).size).toBe(PUBLISHERS)
  await database.db.updateTable('membership').set({ status: 'joined' }).where('programId', '=', one).execute()
  await updateMembers(database.db, members, [key])
  expect(joined.has(publisherId)).toBe(true)
})

test('a refresh finds a change that was not announced, and the object of the programme stays', async () => {
  const members = await readMembers()
  const joined = members.of(one)
  const setStatus = (publisherId: bigint | undefined, status: 'joined' | 'left') =>
    database.db
      .updateTable('membership')
      .set({ status })
      .where('programId', '=', one)
      .where('publisherId', '=', publisherId ?? 0n)
      .execute()
  const [first = 0n, second = 0n] = publisherIds
  await setStatus(first, 'left')
  await refreshMembers(database.db, members)
  expect(joined.has(first)).toBe(false)
  expect(joined.size).toBe(PUBLISHERS - 1)
  // As many members as before, but others.
  await setStatus(first, 'joined')
  await setStatus(second, 'left')
  await refreshMembers(database.db, members)
  expect([joined.has(first), joined.has(second)]).toEqual([true, false])
  expect(members.of(other).size).toBe(PUBLISHERS)
  await setStatus(second, 'joined')
})

test('a refresh reads no member when nothing has changed', async () => {
  const members = await readMembers()
  const log: string[] = []
  const reads = (database.db as Kysely<Database>).withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      log.push(...result.rows.flatMap((row) => Object.keys(row)))
      return result
    },
  })
  await refreshMembers(reads, members)
  expect(log).not.toContain('publisherIds')
})
