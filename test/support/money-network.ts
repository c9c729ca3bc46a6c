import { sql } from 'kysely'
import { recordDeposit, refundFunds, takeBackFunds } from '#domains/money/funding/commands/move-funds.ts'
import { setBilling } from '#domains/money/funding/commands/set-billing.ts'
import { useFunds } from '#domains/money/funding/commands/use-funds.ts'
import { verifyFunding } from '#domains/money/funding/queries/verify-funding.ts'
import { advanceRun } from '#domains/money/payouts/commands/advance-run.ts'
import { approveRun } from '#domains/money/payouts/commands/approve-run.ts'
import { exportRun } from '#domains/money/payouts/commands/export-run.ts'
import { discardRun, draftRun } from '#domains/money/payouts/commands/make-run.ts'
import { saveBank } from '#domains/money/payouts/commands/payment.ts'
import { settlePayout } from '#domains/money/payouts/commands/settle-payouts.ts'
import { verifyPayouts } from '#domains/money/payouts/queries/verify-payouts.ts'
import { addMonths, getMonth } from '#domains/money/payouts/rules/schedule.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'
import type { Decision } from '#domains/orders/transactions/rules/decide.ts'
import { DAY_MS, HOUR_MS, toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#database'
import type { CheckResult } from '#platform/server/database/database-check.ts'
import { branding, testContext } from './context.ts'
import type { TestDatabase } from './database.ts'
import { makeAccount } from './network-fixtures.ts'
import { createOrderFixtures, insertPublisher, recordPending } from './order-fixtures.ts'
import { payeeBank, verifyPayee } from './payees.ts'
import { createTestSealing } from './sealing.ts'

/** The commission and the fee of the orders of `createMoneyNetwork`. */
export const MONEY_TERMS = { ratePpm: 100_000n, feePpm: 200_000n }

/** Proves everything that `check:ledger` proves about money. */
export async function verifyMoney(db: Db): Promise<CheckResult[]> {
  return [...(await verifyLedger(db)), ...(await verifyPayouts(db)), ...(await verifyFunding(db))]
}

/**
 * Creates an advertiser, two publishers with bank accounts and two operators, and offers the events of money from an
 * order to its payment as commands. Its terms pay 10 %, and the fee is 20 % of the commission. Orders are of now; all
 * else happens on a clock of its own, which begins an hour later and advances by a second with each command.
 */
export async function createMoneyNetwork({ db, ownerDb }: TestDatabase) {
  const fixtures = await createOrderFixtures(db)
  const { advertiserId } = fixtures
  await sql`UPDATE program_terms SET fee_ppm = ${MONEY_TERMS.feePpm} WHERE id = ${fixtures.termsId}`.execute(ownerDb)
  const sealing = await createTestSealing(db)
  const publisherIds = [fixtures.publisherId, await insertPublisher(db, 'Other Notes')] as const
  const startedAt = Date.now()
  const early = testContext(db, 'test', new Date(startedAt - 30 * DAY_MS))
  for (const publisherId of publisherIds) {
    await verifyPayee(early, publisherId)
    await saveBank(early, { publisherId, bank: payeeBank, sealing })
  }
  const [maker, approver] = [await makeAccount(early, 'operator'), await makeAccount(early, 'operator')]
  let [elapsedMs, references] = [HOUR_MS, 0]
  const next = (actor: Ctx['actor'] = maker): Ctx => {
    elapsedMs += 1000
    return { db, branding, actor, now: new Date(startedAt + elapsedMs) }
  }
  const move = (change: typeof recordDeposit, amount: bigint) => {
    const ctx = next()
    return change(ctx, { advertiserId, amount, movedOn: toDay(ctx.now), reference: `transfer ${(references += 1)}` })
  }
  return {
    advertiserId,
    serverToken: fixtures.serverToken,
    source: fixtures.source,
    publisherIds,
    sealing,
    maker,
    /** The time of the last command. */
    getNow: () => new Date(startedAt + elapsedMs),
    wait: (days: number) => void (elapsedMs += days * DAY_MS),
    order: (publisherId: bigint, amount: bigint) => recordPending(testContext(db), fixtures, { publisherId, amount }),
    decide: (ids: { publisherId: bigint; transactionId: string }, decision: Decision) =>
      decideTransaction(next(), { ...ids, ...decision }),
    deposit: (amount: bigint) => move(recordDeposit, amount),
    refund: (amount: bigint) => move(refundFunds, amount),
    takeBack: (amount: bigint) => move(takeBackFunds, amount),
    setLimit: (creditLimit: bigint) => setBilling(next(), { advertiserId, mode: 'postpaid', creditLimit }),
    cover: () => useFunds(next(), { advertiserId }),
    /** Computes the draft of the month before that of the clock. */
    draft: async () => {
      const ctx = next()
      const month = addMonths(getMonth(toDay(ctx.now)), -1)
      const runId = await draftRun(ctx, { month })
      await advanceRun(ctx, { runId, sealing, maxBatches: Infinity })
      const payouts = await db
        .selectFrom('payout')
        .select(['publisherId', 'id as payoutId', 'amount'])
        .where('runId', '=', runId)
        .execute()
      return { runId, computedAt: ctx.now, payouts }
    },
    discard: (runId: string) => discardRun(next(), { runId }),
    approve: async (
      { runId, computedAt }: { runId: string; computedAt: Date },
      seenTakenBack = Infinity,
    ): Promise<void> => {
      const ctx = next(approver)
      await approveRun(ctx, { runId, computedAt, typedAmount: undefined, seenTakenBack })
      await advanceRun(ctx, { runId, sealing, maxBatches: Infinity })
    },
    export: (runId: string) => exportRun(next(), { runId }),
    settle: (payout: { runId: string; payoutId: string; amount: bigint }, status: 'paid' | 'failed' | 'returned') => {
      const reason = status === 'paid' ? '' : 'account closed'
      return settlePayout(next(), { ...payout, status, reference: status === 'paid' ? 'TX' : '', day: null, reason })
    },
  }
}

/** @see createMoneyNetwork */
export type MoneyNetwork = Awaited<ReturnType<typeof createMoneyNetwork>>
