import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteOldFiles } from '#domains/people/files/commands.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { decideTransaction } from './commands/decide-transactions.ts'
import { EVIDENCE_KEPT_DAYS, releaseOldEvidence } from './commands/release-evidence.ts'
import { evidenceRoutes } from './routes/evidence.ts'
import { transactionRoutes } from './routes/transaction-routes.ts'

const pdf = '%PDF-1.7 a letter of the bank'
const unknownId = '00000000-0000-4000-8000-000000000000'

const database = await openTestDatabase()
let fixtures: OrderFixtures
let server: Awaited<ReturnType<typeof createTestServer>>
let advertiser: AccountActor
let operator: AccountActor
let publisher: AccountActor

beforeAll(async () => {
  const ctx = testContext(database.db)
  fixtures = await createOrderFixtures(database.db)
  server = await createTestServer(database.db, [
    ...transactionRoutes,
    ...evidenceRoutes(await createTestSealing(database.db)),
  ])
  advertiser = { ...(await makeAccount(ctx, 'advertiser')), advertiserId: fixtures.advertiserId }
  operator = await makeAccount(ctx, 'operator')
  publisher = { ...(await makeAccount(ctx, 'publisher')), publisherId: fixtures.publisherId }
})

afterAll(() => server.close())

const store = async (as = advertiser) => {
  const reply = await server.post('/api/v1/decision-evidence?name=letter.pdf', { as, file: pdf })
  return reply.json<{ data: { id: string; name: string } }>().data
}

async function record() {
  const ids = await recordPending(testContext(database.db), fixtures)
  return { ...ids, key: `${ids.publisherId}.${ids.transactionId}` }
}

const cancel = (key: string, fields: object, as = advertiser) =>
  server.post(`/api/v1/${as === operator ? 'operator' : 'brand'}/transactions/decide`, {
    as,
    json: { transactions: [key], action: 'cancel', reason_code: 'FRAUD', ...fields },
  })

test('a file of evidence is deleted a year after the last change of its orders, and the decisions stay', async () => {
  const [first, second, reopened] = [await record(), await record(), await record()]
  const [shared, own, unused] = [await store(), await store(), await store()]
  for (const { key } of [first, second]) await cancel(key, { file_id: shared.id })
  await cancel(reopened.key, { file_id: own.id })
  await server.post('/api/v1/brand/transactions/decide', {
    as: advertiser,
    json: { transactions: [reopened.key], action: 'reopen' },
  })
  const later = (days: number) => testContext(database.db, 'test', new Date(Date.now() + days * 86_400_000))
  const listLeft = async (days: number) => {
    await releaseOldEvidence(later(days))
    await deleteOldFiles(later(days + 0.1))
    const files = await database.db
      .selectFrom('storedFile')
      .select('id')
      .where('id', 'in', [shared.id, own.id, unused.id])
      .orderBy('id')
      .execute()
    return files.map(({ id }) => id)
  }
  expect(await listLeft(EVIDENCE_KEPT_DAYS - 1)).toEqual([shared.id, own.id])
  await decideTransaction(later(300), { ...second, action: 'confirm' })
  expect(await listLeft(EVIDENCE_KEPT_DAYS + 1)).toEqual([shared.id, own.id])
  expect(await listLeft(EVIDENCE_KEPT_DAYS + 301)).toEqual([own.id])
  const { decisions } = (
    await server.get(`/api/v1/brand/transactions/${first.publisherId}/${first.transactionId}`, { as: advertiser })
  ).json().data
  expect(decisions[0]).toMatchObject({ reason: 'FRAUD', evidence_file: null })
})

describe('a file as evidence', () => {
  test('supports a decision without a note, and is read by brand, operator and publisher', async () => {
    const { publisherId, transactionId, key } = await record()
    const stored = await store()
    expect(stored.name).toBe('letter.pdf')
    expect((await cancel(key, { file_id: stored.id })).json()).toMatchObject({ decided: 1 })
    const readers = [
      [publisher, `/api/v1/transaction/${transactionId}`],
      [operator, `/api/v1/operator/transactions/${publisherId}/${transactionId}`],
      [advertiser, `/api/v1/brand/transactions/${publisherId}/${transactionId}`],
    ] as const
    for (const [as, path] of readers) {
      const { decisions } = (await server.get(path, { as })).json().data
      expect(decisions[0].evidence_file).toEqual({ name: 'letter.pdf', size: pdf.length, path: `${path}/evidence/1` })
      const reply = await server.get(`${path}/evidence/1`, { as })
      expect([reply.statusCode, reply.body, reply.headers['content-type']]).toEqual([200, pdf, 'application/pdf'])
      expect(reply.headers['content-disposition']).toContain('attachment')
      expect((await server.get(`${path}/evidence/2`, { as })).statusCode).toBe(404)
    }
  })

  test('of another account, of none, or absent altogether is refused, and nothing is decided', async () => {
    const { key, transactionId } = await record()
    const foreign = await store(operator)
    for (const file_id of [foreign.id, unknownId]) {
      const reply = await cancel(key, { file_id })
      expect([reply.statusCode, reply.json().field]).toEqual([422, 'file_id'])
    }
    // The form sends this while the file is under way, and when it did not arrive.
    const unstored = await cancel(key, { file_id: 'not stored', note: 'See the file' })
    expect([unstored.statusCode, unstored.json().field]).toEqual([422, 'file_id'])
    expect(unstored.json().message).toContain('Please choose it')
    expect((await cancel(key, {})).json()).toMatchObject({ field: 'note' })
    const { status } = await database.db
      .selectFrom('transactionState')
      .select('status')
      .where('transactionId', '=', transactionId)
      .executeTakeFirstOrThrow()
    expect(status).toBe('PENDING')
    expect((await cancel(key, { file_id: foreign.id }, operator)).json()).toMatchObject({ decided: 1 })
  })

  test('is not read by another publisher or another brand', async () => {
    const { publisherId, transactionId, key } = await record()
    await cancel(key, { file_id: (await store()).id })
    const { advertiserId } = fixtures.otherAdvertiser
    const paths = [
      [{ ...publisher, publisherId: publisherId + 999n }, `/api/v1/transaction/${transactionId}`],
      [{ ...advertiser, advertiserId }, `/api/v1/brand/transactions/${publisherId}/${transactionId}`],
    ] as const
    for (const [as, path] of paths) expect((await server.get(`${path}/evidence/1`, { as })).statusCode).toBe(404)
  })
})
