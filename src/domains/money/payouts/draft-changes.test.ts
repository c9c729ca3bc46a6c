import { expect, test } from 'vitest'
import { createMoneyNetwork } from '#test/support/money-network.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { findOutdated, findTakenBack } from './queries/draft-changes.ts'
import { viewDraftChanges } from './views/runs.ts'

const USD = 10_000n
const database = await openTestDatabase()

test('an approval names the orders that were cancelled or amended since the draft, and pays once seen', async () => {
  const { db } = database
  const network = await createMoneyNetwork(database)
  const [publisherId] = network.publisherIds
  const sell = async (amount: bigint) => {
    const sold = await network.order(publisherId, amount)
    await network.decide(sold, { action: 'confirm', note: '' })
    return sold
  }
  const [cancelled, amended] = [await sell(1000n * USD), await sell(800n * USD)]
  await network.deposit(10_000n * USD)
  await network.cover()
  network.wait(40)
  const { runId, computedAt } = await network.draft()
  const read = async () => {
    const draft = { id: runId, madeAt: computedAt, computedAt }
    return viewDraftChanges(await findTakenBack(db, draft), await findOutdated(db, draft, network.getNow()))
  }
  const nothing = { taken_back: { count: 0, amount: '0.0000', orders: [] }, outdated: { count: 0, publishers: [] } }
  expect(await read()).toEqual(nothing)

  // A later order keeps the balance above the payout.
  await sell(3000n * USD)
  await network.cover()
  await network.decide(cancelled, { action: 'cancel', reasonCode: 'ORDER_CANCELLED', note: '' })
  await network.decide(amended, { action: 'amend', orderValue: 700n * USD, note: '' })
  const named = { publisher_id: Number(publisherId), publisher_name: expect.any(String), order_id: expect.any(String) }
  expect(await read()).toEqual({
    ...nothing,
    taken_back: {
      count: 2,
      amount: '-110.0000',
      orders: [
        { ...named, transaction_id: cancelled.transactionId, status: 'CANCELLED', amount: '-100.0000' },
        { ...named, transaction_id: amended.transactionId, status: 'CONFIRMED', amount: '-10.0000' },
      ],
    },
  })
  const refusal = { details: { code: 'run.taken_back' } }
  await expect(network.approve({ runId, computedAt }, 1)).rejects.toMatchObject(refusal)
  await network.approve({ runId, computedAt }, 2)
})
