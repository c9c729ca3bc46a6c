import { Refusal, invalidField } from '#kernel/errors.ts'
import { formatAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readOldestUncovered } from '#domains/orders/transactions/queries/oldest-uncovered.ts'
import { MAX_DEPOSIT } from '../rules.ts'
import type { BillingMode } from '../rules.ts'
import { lockFunds } from './lock-funds.ts'
import { renewCapacity } from './renew-capacity.ts'

/**
 * Sets how an advertiser pays and its credit limit, which only one that pays later has. Refuses to lower a limit below
 * the credit that is in use, because what is covered stays covered.
 */
export async function setBilling(
  ctx: Ctx,
  { advertiserId, mode, creditLimit }: { advertiserId: bigint; mode: BillingMode; creditLimit: Amount },
): Promise<void> {
  if (creditLimit < 0n || creditLimit > MAX_DEPOSIT) throw invalidField('credit_limit', { code: 'funding.limit' })
  if (mode === 'prepaid' && creditLimit > 0n) throw invalidField('credit_limit', { code: 'funding.prepaid_limit' })
  await inTransaction(ctx, async (tx) => {
    const { funds, mode: modeBefore, creditLimit: before } = await lockFunds(tx, advertiserId)
    if (creditLimit < before && funds + creditLimit < 0n) {
      const used = formatAmount(-funds, 4)
      throw new Refusal({ code: 'funding.limit_in_use', params: { used }, status: 409, field: 'credit_limit' })
    }
    await tx.db
      .insertInto('advertiserBilling')
      .values({ advertiserId, mode, creditLimit })
      .onConflict((conflict) => conflict.column('advertiserId').doUpdateSet({ mode, creditLimit }))
      .execute()
    if (mode !== modeBefore) await changePeriod(tx, { advertiserId, mode })
    await audit(tx, {
      action: 'funds.set_billing',
      target: `advertiser:${advertiserId}`,
      details: { mode, creditLimit, before },
    })
    await renewCapacity(tx, advertiserId)
  })
}

/** A decision that is not committed yet when a time of paying later begins was written at most this long before. */
const LATE_MS = 10 * 60_000

/** Begins or ends a time in which the advertiser pays later. What is not covered when it begins is invoiced too. */
async function changePeriod(tx: Ctx, { advertiserId, mode }: { advertiserId: bigint; mode: BillingMode }) {
  if (mode === 'postpaid') {
    const uncovered = await readOldestUncovered(tx.db, { advertiserId })
    const settled = new Date(tx.now.getTime() - LATE_MS)
    const owedFrom = uncovered !== undefined && uncovered < settled ? uncovered : settled
    await tx.db.insertInto('billingPeriod').values({ advertiserId, beganAt: tx.now, owedFrom }).execute()
    return
  }
  await tx.db
    .updateTable('billingPeriod')
    .set({ endedAt: tx.now })
    .where('advertiserId', '=', advertiserId)
    .where('endedAt', 'is', null)
    .execute()
}
