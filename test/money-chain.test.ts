import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Db } from '#database'
import type { Decision } from '#domains/orders/transactions/rules/decide.ts'
import { Refusal } from '#kernel/errors.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { MoneyModel } from '#test/support/money-model.ts'
import type { ModelOrder, ModelPayout, ModelRun } from '#test/support/money-model.ts'
import { createMoneyNetwork, verifyMoney } from '#test/support/money-network.ts'
import type { MoneyNetwork } from '#test/support/money-network.ts'
import { rounds } from '#test/support/rounds.ts'

const USD = 10_000n

/** The events, each as often as its weight. */
const WEIGHTS = {
  order: 4,
  confirm: 6,
  cancel: 2,
  reopen: 1,
  amend: 3,
  deposit: 3,
  refund: 1,
  takeBack: 1,
  limit: 1,
  cover: 4,
  wait: 3,
  draft: 4,
  discard: 1,
  approve: 4,
  export: 3,
  pay: 3,
  fail: 1,
  return: 2,
} as const

type Kind = keyof typeof WEIGHTS

/** An event: `pick` chooses among the orders, runs or payouts that are there. */
interface Step {
  kind: Kind
  pick: number
  amount: bigint
}

const kinds = (Object.keys(WEIGHTS) as Kind[]).flatMap((kind) => Array<Kind>(WEIGHTS[kind]).fill(kind))
const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  pick: fc.nat(99),
  amount: fc.bigInt(1n, 4000n * USD),
})

/** Brings money of both publishers into a payout, so that the steps after it concern all accounts. */
const BEGINNING: Step[] = [
  { kind: 'order', pick: 0, amount: 1500n * USD },
  { kind: 'order', pick: 1, amount: 2500n * USD + 77n },
  { kind: 'confirm', pick: 0, amount: 1n },
  { kind: 'confirm', pick: 1, amount: 1n },
  { kind: 'deposit', pick: 0, amount: 500n * USD },
  { kind: 'cover', pick: 0, amount: 1n },
  { kind: 'wait', pick: 30, amount: 1n },
  { kind: 'draft', pick: 0, amount: 1n },
]

interface Chain {
  network: MoneyNetwork
  model: MoneyModel
  /** The rows in the database. */
  orders: Map<ModelOrder, { publisherId: bigint; transactionId: string }>
  runs: Map<ModelRun, { runId: string; computedAt: Date }>
  payouts: Map<ModelPayout, { runId: string; payoutId: string; amount: bigint }>
}

/** What an event does in the product, and in the model afterwards. */
type Event = { real: () => Promise<unknown>; model: () => boolean }

/** Chooses among the newest, which more often can still change. */
const choose = <T>(list: readonly T[], pick: number) => list.slice(-4)[pick % Math.min(list.length, 4)]

function decideAs(
  decide: (step: Step, order: ModelOrder) => { decision: Decision; model: (m: MoneyModel) => boolean },
) {
  return ({ network, model, orders }: Chain, step: Step): Event | undefined => {
    const order = choose(model.orders, step.pick)
    const ids = order && orders.get(order)
    if (!order || !ids) return undefined
    const decided = decide(step, order)
    return { real: () => network.decide(ids, decided.decision), model: () => decided.model(model) }
  }
}

function changeRun(event: (chain: Chain, run: ModelRun, row: { runId: string; computedAt: Date }) => Event) {
  return (chain: Chain, { pick }: Step): Event | undefined => {
    const run = choose(chain.model.runs, pick)
    const row = run && chain.runs.get(run)
    return row && event(chain, run, row)
  }
}

function settleAs(status: 'paid' | 'failed' | 'returned') {
  return ({ network, model, payouts }: Chain, { pick }: Step): Event | undefined => {
    const payout = choose(model.payouts, pick)
    const row = payout && payouts.get(payout)
    return row && { real: () => network.settle(row, status), model: () => model.settle(payout, status) }
  }
}

const EVENTS: Record<Kind, (chain: Chain, step: Step) => Event | undefined> = {
  order: (chain, { pick, amount }) => order(chain, pick % 2, amount),
  confirm: decideAs((_, given) => ({ decision: { action: 'confirm' }, model: (model) => model.confirm(given) })),
  cancel: decideAs((_, given) => ({
    decision: { action: 'cancel', reasonCode: 'OUT_OF_STOCK' },
    model: (model) => model.cancel(given),
  })),
  reopen: decideAs((_, given) => ({ decision: { action: 'reopen' }, model: (model) => model.reopen(given) })),
  amend: decideAs(({ amount }, given) => {
    const orderValue = (given.reported * (amount % 110n)) / 100n
    return { decision: { action: 'amend', orderValue }, model: (model) => model.amend(given, orderValue) }
  }),
  deposit: ({ network, model }, { amount }) => ({
    real: () => network.deposit(amount),
    model: () => model.deposit(amount),
  }),
  refund: ({ network, model }, { amount }) => ({
    real: () => network.refund(amount),
    model: () => model.refund(amount),
  }),
  takeBack: ({ network, model }, { amount }) => ({
    real: () => network.takeBack(amount),
    model: () => model.takeBack(amount),
  }),
  limit: ({ network, model }, { amount }) => ({
    real: () => network.setLimit(amount),
    model: () => model.setLimit(amount),
  }),
  cover: ({ network, model }) => ({ real: network.cover, model: () => model.cover() }),
  wait: ({ network }, { pick }) => ({ real: async () => network.wait(5 + (pick % 36)), model: () => true }),
  draft,
  discard: changeRun(({ network, model }, run, { runId }) => ({
    real: () => network.discard(runId),
    model: () => model.discard(run),
  })),
  approve: changeRun(({ network, model }, run, row) => ({
    real: () => network.approve(row),
    model: () => model.approve(run),
  })),
  export: changeRun(({ network, model }, run, { runId }) => ({
    real: () => network.export(runId),
    model: () => model.export(run),
  })),
  pay: settleAs('paid'),
  fail: settleAs('failed'),
  return: settleAs('returned'),
}

function order({ network, model, orders }: Chain, publisher: number, amount: bigint): Event {
  return {
    real: async () => {
      const ids = await network.order(network.publisherIds[publisher] ?? 0n, amount)
      orders.set(model.order(publisher, amount), ids)
    },
    model: () => true,
  }
}

function draft({ network, model, runs, payouts }: Chain): Event {
  let made: Awaited<ReturnType<typeof network.draft>> | undefined
  return {
    real: async () => {
      made = await network.draft()
    },
    model: () => {
      const run = model.draft()
      if (!run || !made) return run !== undefined
      runs.set(run, made)
      const ids = new Map(made.payouts.map(({ publisherId, ...row }) => [publisherId, row]))
      for (const payout of run.payouts) {
        const row = ids.get(network.publisherIds[payout.publisher] ?? 0n)
        if (row) payouts.set(payout, { runId: made.runId, ...row })
      }
      return true
    },
  }
}

/** Lets an event happen in the product and in the model. Both accept it, or both refuse it. */
async function happen(chain: Chain, step: Step): Promise<void> {
  const event = EVENTS[step.kind](chain, step)
  if (!event) return
  const accepted = await event.real().then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )
  expect([step.kind, accepted]).toEqual([step.kind, event.model()])
}

/** Compares the model with the database: balances, states, lines and payouts. */
async function compare(db: Db, { network, model, orders, payouts }: Chain): Promise<void> {
  const ownerOf = (publisherId: bigint) => {
    const index = network.publisherIds.indexOf(publisherId)
    return index < 0 ? 'network' : String(index)
  }
  const balances = await db.selectFrom('balance').selectAll().where('amount', '<>', 0n).execute()
  const found = balances.map(({ publisherId, account, amount }) => [
    `${ownerOf(publisherId)} ${account.replace(/^(publisher|network|advertiser)_|:.*$/g, '').replace(/:.*$/, '')}`,
    amount,
  ])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries([...model.balances].filter(([, sum]) => sum !== 0n)))
  const states = await db.selectFrom('transactionState').selectAll().execute()
  const byId = new Map(states.map((state) => [state.transactionId, state]))
  for (const [known, { transactionId }] of orders) {
    expect(byId.get(transactionId)).toMatchObject({
      status: known.status,
      orderValue: known.value,
      coveredCommission: known.coveredCommission,
      coveredFee: known.coveredFee,
    })
  }
  const lines = await db.selectFrom('statementLine').select(['publisherId', 'amount', 'payoutId']).execute()
  const write = (publisher: string, amount: bigint, isOpen: boolean) => `${publisher}: ${amount}, ${isOpen}`
  expect(lines.map((line) => write(ownerOf(line.publisherId), line.amount, line.payoutId === null)).toSorted()).toEqual(
    model.lines.map((line) => write(String(line.publisher), line.amount, line.payout === undefined)).toSorted(),
  )
  const stored = await db.selectFrom('payout').select(['id', 'status', 'amount']).execute()
  const known = model.payouts.map((payout) => ({ ...payouts.get(payout), ...payout }))
  expect(stored.map(({ id, status, amount }) => `${id} ${status} ${amount}`).toSorted()).toEqual(
    known.map(({ payoutId, status, amount }) => `${payoutId} ${status} ${amount}`).toSorted(),
  )
}

test('any sequence from orders to payments that come back leaves every cent explained', async () => {
  const property = fc.asyncProperty(
    fc.array(anyStep, { minLength: rounds.moneySteps / 2, maxLength: rounds.moneySteps, size: 'max' }),
    async (steps) => {
      const database = await createTestDatabase()
      try {
        const network = await createMoneyNetwork(database)
        const chain = {
          network,
          model: new MoneyModel(network),
          orders: new Map(),
          runs: new Map(),
          payouts: new Map(),
        }
        for (const step of [...BEGINNING, ...steps]) await happen(chain, step)
        await compare(database.db, chain)
        expect(listLines(await verifyMoney(database.db))).toEqual([])
      } finally {
        await database.remove()
      }
    },
  )
  await fc.assert(property, { numRuns: rounds.moneySequences })
})
