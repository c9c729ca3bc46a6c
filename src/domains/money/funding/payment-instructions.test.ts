import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountActor } from '#kernel/actor.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { createOrderFixtures } from '#test/support/order-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { fundingRoutes } from './routes.ts'

const PATH = '/api/v1/operator/payment-instructions'
const IBAN = 'DE89370400440532013000'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let operator: AccountActor

beforeAll(async () => {
  const payer = { name: 'Tandem Ltd', iban: IBAN, bic: 'COBADEFFXXX' }
  server = await createTestServer(database.db, fundingRoutes({ payer }))
  const account = await makeAccount(testContext(database.db), 'operator')
  operator = { ...account, passwordVerifiedAt: server.now() }
})

afterAll(() => server.close())

const read = async () => (await server.get(PATH, { as: operator })).json().data
const save = (change: object, as = operator) => {
  const json = { account_holder: 'Tandem Ltd', account: IBAN, smallest_missing: '50.00', ...change }
  return server.post(PATH, { as, json })
}

describe('how brands pay', () => {
  test('is unset at first, with the account that pays publishers as a proposal', async () => {
    expect(await read()).toEqual({
      instructions: null,
      smallest_missing: '50.0000',
      changed_at: null,
      paying_account: { account_holder: 'Tandem Ltd', account: IBAN, bank: 'COBADEFFXXX' },
    })
  })

  test('is set by an operator with a verified password, and stands in the audit trail', async () => {
    expect((await save({}, { ...operator, passwordVerifiedAt: new Date(0) })).statusCode).toBe(403)
    const parts = { account: 'de89 3704 0044 0532 0130 00', bank: 'Commerzbank', note: 'Charges: OUR' }
    expect((await save({ ...parts, smallest_missing: '75' })).json()).toEqual({ success: true })
    expect(await read()).toMatchObject({
      instructions: { account_holder: 'Tandem Ltd', account: IBAN, bank: 'Commerzbank', note: 'Charges: OUR' },
      smallest_missing: '75.0000',
      changed_at: expect.any(String),
    })
    const line = await database.db
      .selectFrom('auditLine')
      .select(['target', 'details'])
      .where('action', '=', 'network.set-payment-instructions')
      .executeTakeFirstOrThrow()
    expect(line).toEqual({
      target: 'payment-instructions',
      details: { account: IBAN, smallestMissing: '750000' },
    })
  })

  test('is what the billing of a brand says, or that it is not known yet', async () => {
    const { advertiserId } = await createOrderFixtures(database.db)
    const brand = { ...(await makeAccount(testContext(database.db), 'advertiser')), advertiserId }
    const billing = async () => (await server.get('/api/v1/brand/billing', { as: brand })).json().data
    await database.ownerDb.deleteFrom('paymentInstruction').execute()
    expect(await billing()).toMatchObject({ how_to_pay: null, smallest_missing: '50.0000' })
    await save({ note: 'Charges: OUR' })
    const told = { account_holder: 'Tandem Ltd', account: IBAN, bank: '', note: 'Charges: OUR' }
    expect(await billing()).toMatchObject({ how_to_pay: told })
  })

  test.each([
    ['an IBAN with a wrong digit', { account: 'DE89370400440532013001' }, 'not a valid IBAN'],
    ['an account of signs', { account: '??' }, 'account number'],
    ['no holder', { account_holder: ' ' }, 'account_holder'],
    ['a long note', { note: 'x'.repeat(301) }, '300'],
    ['a sum below zero', { smallest_missing: '-1' }, 'at least 0'],
    ['a sum above all bounds', { smallest_missing: '100000000.01' }, 'at least 0'],
  ])('refuses %s', async (_name, change, part) => {
    const reply = await save(change)
    expect([reply.statusCode, reply.body]).toEqual([422, expect.stringContaining(part)])
  })

  test('takes an account number of a country without IBANs', async () => {
    expect((await save({ account: '0012-345 678' })).statusCode).toBe(200)
    expect((await read()).instructions.account).toBe('0012345678')
  })
})
