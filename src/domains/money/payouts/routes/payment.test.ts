import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makePublisher } from '#test/support/network-fixtures.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { paymentRoutes } from './payment.ts'
import { getWaitUntil, readBankAccount } from '../rules/payment.ts'

const payment = '/api/v1/account/publishers/me/payment'
const iban = 'DE89 3704 0044 0532 0130 00'
const nothing = { address: '', swiftCode: '', bankName: '', branchName: '' }
const bank = { ...nothing, accountName: 'Mara Lind', accountNumber: iban, country: 'DE' }

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let as: Awaited<ReturnType<typeof makePublisher>> & { passwordVerifiedAt: Date }

beforeAll(async () => {
  const sealing = await createTestSealing(database.db)
  server = await createTestServer(database.db, paymentRoutes({ sealing }))
  as = { ...(await makePublisher(testContext(database.db))), passwordVerifiedAt: new Date() }
})
afterAll(() => server.close())

const read = async () => (await server.get(payment, { as })).json<{ data: Record<string, unknown> }>().data
const countMails = async () =>
  (await database.db.selectFrom('mail').select('id').where('toAddress', '=', as.email).execute()).length

test('begins with a threshold of $0 and nothing else', async () => {
  expect(await read()).toEqual({
    threshold: '0.00',
    currency: 'USD',
    payEmail: '',
    billingEmail: '',
    bank: null,
    changed_at: null,
    payouts_wait_until: null,
    hold: null,
  })
})

test('is changed only after the password', async () => {
  const json = { threshold: '50', payEmail: '', billingEmail: '' }
  const reply = await server.post(payment, { as: { ...as, passwordVerifiedAt: null }, json })
  expect(reply.json()).toMatchObject({ code: 'password_required' })
  expect(await read()).toMatchObject({ threshold: '0.00' })
})

test('mails a new PayPal e-mail and lets payouts wait, but not for a new threshold', async () => {
  const save = (json: object) => server.post(payment, { as, json: { payEmail: '', billingEmail: '', ...json } })
  const before = await countMails()
  expect((await save({ threshold: '100.00', billingEmail: 'bills@example.com' })).statusCode).toBe(200)
  expect(await read()).toMatchObject({ threshold: '100.00', billingEmail: 'bills@example.com', changed_at: null })
  expect(await countMails()).toBe(before)
  expect((await save({ threshold: '100.00', payEmail: 'pay@example.com' })).statusCode).toBe(200)
  expect(await read()).toMatchObject({ payEmail: 'pay@example.com', payouts_wait_until: expect.any(String) })
  expect(await countMails()).toBe(before + 1)
  for (const [json, field, code] of [
    [{ threshold: '-1' }, 'threshold', 'invalid'],
    [{ threshold: '1000000.01' }, 'threshold', 'invalid'],
    [{ threshold: '1', payEmail: 'no address' }, 'payEmail', 'account.56'],
  ] as const) {
    expect((await save(json)).json()).toMatchObject({ field, code })
  }
})

test('seals the bank account, masks it, and removes it', async () => {
  expect((await server.post(`${payment}/bank`, { as, json: bank })).statusCode).toBe(200)
  expect(await read()).toMatchObject({ bank: { accountName: 'Mara Lind', accountNumber: '•••• 3000', country: 'DE' } })
  const { bankSealed } = await database.db.selectFrom('paymentDetail').selectAll().executeTakeFirstOrThrow()
  expect(bankSealed?.toString('latin1')).not.toMatch(/Mara|3000|0532/)
  const lines = await database.db.selectFrom('auditLine').selectAll().where('action', 'like', 'payment.%').execute()
  expect(JSON.stringify(lines, (_, value) => String(value))).not.toMatch(/0532|example\.com/)
  const remove = async () => (await server.post(`${payment}/bank/remove`, { as })).statusCode
  const mails = await countMails()
  expect([await remove(), await remove()]).toEqual([200, 404])
  expect(await read()).toMatchObject({ bank: null })
  expect(await countMails()).toBe(mails + 1)
})

describe('a bank account', () => {
  test.each([
    [{}, undefined],
    [{ accountNumber: 'DE89370400440532013001' }, 'payment.iban'],
    [{ country: 'FR' }, 'payment.iban'],
    [{ swiftCode: 'DEUTDEFF' }, undefined],
    [{ swiftCode: 'deut' }, 'payment.bic'],
    [{ country: 'US', accountNumber: '12 345 678', swiftCode: 'CHASUS33', bankName: 'Chase' }, undefined],
    [{ country: 'US', accountNumber: '12345678', swiftCode: 'DEUTDEFF', bankName: 'Chase' }, 'payment.bic'],
    [{ country: 'US', accountNumber: '12345678', bankName: 'Chase' }, 'payment.bic'],
    [{ country: 'US', accountNumber: '12345678', swiftCode: 'CHASUS33' }, 'required'],
    [{ country: 'US', accountNumber: '123', swiftCode: 'CHASUS33' }, 'payment.account_number'],
  ])('with %j is checked by its country', (change, code) => {
    let refusal: string | undefined
    try {
      expect(readBankAccount({ ...bank, ...change }).accountNumber).toMatch(/^[A-Z0-9]+$/)
    } catch (error) {
      refusal = (error as Error).message
    }
    expect(refusal).toBe(code)
  })

  test('lets payouts wait 48 hours after a change', () => {
    const at = new Date('2026-03-01T00:00:00Z')
    const later = (hours: number) => new Date(at.getTime() + hours * 3_600_000)
    expect(getWaitUntil(at, later(47))).toEqual(later(48))
    expect(getWaitUntil(at, later(48))).toBeUndefined()
    expect(getWaitUntil(null, at)).toBeUndefined()
  })
})
