import { expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { testContext } from '#test/support/context.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { recordIdentity } from './commands/record-identity.ts'
import { findNetworkIdentity } from './queries.ts'

test('a document keeps what was known of the network when it was issued', async () => {
  const database = await createTestDatabase()
  const ctx = testContext(database.db)
  const configure = (vatId: string) =>
    readConfig({ LEGAL_IDENTITY: `Entity of ${vatId}`, LEGAL_VAT_ID: vatId, BRAND_NAME: 'Gardens' }).network
  const [before, after] = [configure('DE123456788'), configure('FR12345678901')]
  const read = async (day: string) => {
    const { name, legalIdentity, vatId } = await findNetworkIdentity(database.db, {
      issuedAt: new Date(`${day}T12:00:00Z`),
      present: after,
    })
    return [name, legalIdentity, vatId]
  }
  expect(await read('2026-10-01')).toEqual(['Gardens', 'Entity of FR12345678901', 'FR12345678901'])
  for (const [day, network] of [
    ['2026-10-02', before],
    ['2026-10-03', before],
    ['2026-11-02', after],
  ] as const) {
    await recordIdentity({ ...ctx, now: new Date(`${day}T00:00:00Z`) }, network)
  }
  expect(await database.db.selectFrom('networkIdentity').select('since').execute()).toHaveLength(2)
  for (const day of ['2026-10-01', '2026-10-02', '2026-11-01']) {
    expect(await read(day)).toEqual(['Gardens', 'Entity of DE123456788', 'DE123456788'])
  }
  expect(await read('2026-11-02')).toEqual(['Gardens', 'Entity of FR12345678901', 'FR12345678901'])
  await database.close()
})
