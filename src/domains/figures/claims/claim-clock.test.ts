import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { advanceSubIds } from '#domains/figures/reports/commands/count-sub-ids.ts'
import { advanceRollups } from '#domains/figures/reports/commands/advance-rollups.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import type { DecisionAction } from '#domains/orders/transactions/contract/vocabulary.ts'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'
import { DAY_MS } from '#kernel/days.ts'
import { formatAmount } from '#kernel/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { nextOrder, openClaimShop, see } from '#test/support/claim-shop.ts'
import type { ClaimShop } from '#test/support/claim-shop.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { listRollupDifferences } from '#test/support/rollups.ts'
import { stopAfter } from '#test/support/stopped-run.ts'
import { decideDueClaims } from './commands/decide-due-claims.ts'
import { withdrawClaim } from './commands/follow-up-claim.ts'
import { listClaimEvents, sumClaimsToDecide } from './queries.ts'
import { CLAIM_CLOCK_DAYS } from './rules.ts'

const database = await openTestDatabase()
let ctx: Ctx
let shop: ClaimShop

beforeAll(async () => {
  ctx = testContext(database.db)
  shop = await openClaimShop(ctx)
})
const later = (days: number): Ctx => ({ ...ctx, now: new Date(ctx.now.getTime() + days * DAY_MS) })

const findOrder = (orderRef: string) =>
  database.db.selectFrom('transaction').selectAll().where('orderRef', '=', orderRef).executeTakeFirstOrThrow()

describe('the clock', () => {
  test('decides for the publisher at its end, once, however often the job is stopped and run again', async () => {
    const claims = [await shop.file(), await shop.file(), await shop.file()]
    const withdrawn = await shop.file()
    const seen = { ...(await see(ctx, withdrawn.claimId)), scope: { publisherId: shop.publisherId } }
    expect(await withdrawClaim(ctx, seen)).toBe('withdrawn')
    await decideDueClaims(later(CLAIM_CLOCK_DAYS - 1))
    expect((await shop.read(claims[0]?.claimId ?? '')).status).toBe('waiting')
    const due = later(CLAIM_CLOCK_DAYS)
    // The run ends after its first claim, as when its process is killed.
    const broken = stopAfter(due, 1)
    await expect(decideDueClaims(broken)).rejects.toThrow('The run ends')
    await Promise.all([decideDueClaims(due), decideDueClaims(due)])
    for (const { claimId } of claims) {
      expect(await shop.read(claimId)).toMatchObject({ status: 'accepted', decidedAt: due.now })
      const accepted = (await listClaimEvents(database.db, { claimId })).filter(({ kind }) => kind === 'accepted')
      expect(accepted).toMatchObject([{ actedAs: 'clock', actedBy: null }])
    }
    expect((await shop.read(withdrawn.claimId)).status).toBe('withdrawn')
    expect(await sumClaimsToDecide(database.db, { ...shop.scope, now: ctx.now })).toMatchObject({
      count: 0,
      commission: null,
    })
  })

  test('closes a claim whose order was recorded meanwhile, and pays nothing twice', async () => {
    const orderRef = nextOrder()
    const { claimId } = await shop.file({ orderRef })
    await shop.report(orderRef, { click_id: await shop.makeClick() })
    const second = nextOrder()
    const waiting = await shop.file({ orderRef: second })
    await shop.report(second, { click_id: await shop.makeClick() })
    expect(await shop.accept(waiting.claimId)).toBe('answered')
    await decideDueClaims(ctx)
    expect(await shop.read(claimId)).toMatchObject({ status: 'answered', answer: 'counted' })
    const found = database.db
      .selectFrom('transaction')
      .select('attribution')
      .where('orderRef', 'in', [orderRef, second])
    expect(await found.execute()).toEqual([{ attribution: 'click' }, { attribution: 'click' }])
  })
})

type Step = { action: DecisionAction; amount: bigint }

test('after any decisions, ledger and state of a claimed order are those of a reported one', async () => {
  const [claimed, reported] = [await openClaimShop(ctx), await openClaimShop(ctx)]
  const step = fc.record({
    action: fc.constantFrom<DecisionAction>('confirm', 'amend', 'cancel', 'reopen'),
    amount: fc.bigInt(1n, 1_200_000n),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 5 }), fc.bigInt(1n, 1_000_000n), async (steps, cents) => {
      const [orderRef, amount] = [nextOrder(), cents * 100n]
      const { claimId } = await claimed.file({ orderRef, amount })
      await claimed.accept(claimId)
      const parameters = { click_id: await reported.makeClick(), amount: formatAmount(amount) }
      await reported.report(`${orderRef}-reported`, parameters)
      const [one, other] = [await findOrder(orderRef), await findOrder(`${orderRef}-reported`)]
      expect(await follow(one, steps)).toEqual(await follow(other, steps))
    }),
    { numRuns: 15 },
  )
  expect(listLines(await verifyLedger(database.db))).toEqual([])
  await database.db.deleteFrom('rollupDay').execute()
  const soon = new Date(ctx.now.getTime() + 1000)
  await advanceRollups(database.db, soon)
  await advanceSubIds(database.db, soon)
  expect(await listRollupDifferences(database.db)).toEqual([])
})

interface Ordered {
  id: string
  publisherId: bigint
}

/** Makes the decisions on an order, and reads what each answered, its state and what was posted for it. */
async function follow({ id: transactionId, publisherId }: Ordered, steps: readonly Step[]) {
  const answers: string[] = []
  for (const { action, amount } of steps) {
    const reason = { cancel: { reasonCode: 'OTHER_CHANNEL' as const }, amend: { amount } }[action as 'cancel'] ?? {}
    const decision = { publisherId, transactionId, action, ...reason, note: 'x' }
    answers.push(
      await decideTransaction(ctx, decision).then(
        () => action,
        (error: Error) => error.message,
      ),
    )
  }
  const { db } = database
  const state = await db
    .selectFrom('transactionState')
    .select(['status', 'orderValue', 'commission', 'fee', 'sequence', 'currency', 'rateId', 'reasonCode'])
    .where('transactionId', '=', transactionId)
    .executeTakeFirstOrThrow()
  const postings = await db
    .selectFrom('posting')
    .innerJoin('entry', (join) =>
      join.onRef('entry.publisherId', '=', 'posting.publisherId').onRef('entry.id', '=', 'posting.entryId'),
    )
    .select(['entry.kind', 'entry.sequence', 'posting.lineNo', 'posting.amount', 'posting.currency'])
    .where('entry.sourceId', '=', transactionId)
    .orderBy('entry.sequence')
    .orderBy('posting.lineNo')
    .execute()
  return { answers, state, postings }
}
