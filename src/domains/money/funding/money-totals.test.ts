import { expect, test } from 'vitest'
import { openTestDatabase } from '#test/support/database.ts'
import { readMoneyTotals } from './queries/billing.ts'

const database = await openTestDatabase()

test('sums the funds of each advertiser over all publishers, and what is owed and payable over all', async () => {
  expect(await readMoneyTotals(database.db)).toMatchObject({ funds: 0n, creditUsed: 0n, owed: 0n, payable: 0n })
  const balances: [publisherId: bigint, account: string, amount: bigint][] = [
    [0n, 'advertiser_funds:1', 50n],
    [7n, 'advertiser_funds:1', -20n],
    [0n, 'advertiser_funds:2', 10n],
    [8n, 'advertiser_funds:2', -25n],
    [7n, 'advertiser_receivable:1', -4n],
    [8n, 'advertiser_receivable:2', -6n],
    [7n, 'publisher_payable', 3n],
    [8n, 'publisher_payable', 4n],
    [7n, 'publisher_confirmed', 100n],
  ]
  await database.ownerDb
    .insertInto('balance')
    .values(balances.map(([publisherId, account, amount]) => ({ publisherId, account, currency: 'USD', amount })))
    .execute()
  const totals = { funds: 30n, creditUsed: 15n, owed: 10n, payable: 7n, usedUp: 0 }
  expect(await readMoneyTotals(database.db)).toEqual(totals)
})
