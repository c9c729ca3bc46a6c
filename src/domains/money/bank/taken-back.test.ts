import { afterAll, expect, test } from 'vitest'
import { useFunds } from '#domains/money/funding/commands/use-funds.ts'
import { readFunding } from '#domains/money/funding/queries/funding.ts'
import { verifyFunding } from '#domains/money/funding/queries/verify-funding.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { BANK_PATH, openBankAccount } from '#test/support/bank-account.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import { verifyBank } from './queries/verify-bank.ts'

const USD = 10_000n

const { close, ctx, database, listWaiting, operator, reference, send, server, toLine } = await openBankAccount()

afterAll(close)

test('what the bank takes back after orders were covered is owed, with every book in balance', async () => {
  const fixtures = await createOrderFixtures(database.db)
  const { advertiserId } = fixtures
  const readFunds = async () => {
    const { funds, shortfall } = await readFunding(database.db, { advertiserId })
    return [funds, shortfall]
  }
  const pay = async (amount: string) => {
    const sent = await send('record', toLine(amount, 'USD', reference(), `BRAND-${advertiserId}`, 'Acme'))
    expect(sent.statusCode).toBe(200)
    return useFunds(ctx(), { advertiserId })
  }
  const confirm = async () => decideTransaction(ctx(), { ...(await recordPending(ctx(), fixtures)), action: 'confirm' })

  await confirm()
  expect(await pay('100.00')).toBe(1)
  const [left = 0n] = await readFunds()
  expect(left).toBeLessThan(100n * USD)
  await pay('-100.00')
  const [entry] = await listWaiting()
  expect(entry).toMatchObject({ direction: 'out', problem: 'taken_back' })
  const body = { advertiser_id: Number(advertiserId) }
  const reply = await server.post(`${BANK_PATH}/${entry.entry_id}/assign`, { as: operator, json: body })
  expect(reply.json()).toEqual({ success: true })
  const shortfall = 100n * USD - left
  expect(await readFunds()).toEqual([-shortfall, shortfall])
  const lines = await database.db
    .selectFrom('auditLine')
    .select('details')
    .where('action', '=', 'funds.refund')
    .execute()
  expect(lines).toMatchObject([{ details: { isTakenBack: true, amount: String(100n * USD) } }])

  await confirm()
  expect(await pay('0.01')).toBe(0)
  const checks = [await verifyLedger(database.db), await verifyFunding(database.db), await verifyBank(database.db)]
  expect(listLines(checks.flat())).toEqual([])
  expect(await pay('100.00')).toBe(1)
  expect((await readFunds())[1]).toBe(0n)
})
