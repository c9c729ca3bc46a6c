import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { DraftChanges } from '../contract/draft-changes.ts'
import type { Exclusion, Payout, Run } from '../contract/runs.ts'
import type { findOutdated, findTakenBack } from '../queries/draft-changes.ts'
import type { getRun, listExclusions, listPayouts } from '../queries/runs.ts'

/** A run as operators see it. */
export function viewRun(run: Awaited<ReturnType<typeof getRun>>): Run {
  const at = (time: Date | null) => time?.toISOString() ?? null
  return {
    id: run.id,
    month: run.month.slice(0, 7),
    status: run.status,
    is_advancing: run.progressPublisherId !== null,
    is_being_discarded: run.emptiedFor === 'discard',
    payouts: run.includedCount,
    exclusions: run.excludedCount,
    amount: formatAmount(run.amount),
    currency: BASE_CURRENCY,
    made_by: run.makerName,
    made_at: at(run.madeAt),
    computed_at: at(run.computedAt),
    approved_by: run.approverName,
    approved_at: at(run.approvedAt),
    exported_at: at(run.exportedAt),
    settled_at: at(run.settledAt),
    closed_at: at(run.closedAt),
  }
}

type Row<T extends (...args: never[]) => Promise<{ rows: unknown[] }>> = Awaited<ReturnType<T>>['rows'][number]

/** A payout as operators see it. */
export function viewPayout(payout: Row<typeof listPayouts>): Payout {
  return {
    id: payout.id,
    publisher_id: Number(payout.publisherId),
    publisher_name: payout.publisherName,
    status: payout.status,
    amount: formatAmount(payout.amount),
    lines: payout.lineCount,
    rest: formatAmount(payout.restAmount),
    method: payout.method,
    destination: payout.destinationHint,
    reference: payout.reference,
    settled_on: payout.settledOn,
    returned_on: payout.returnedOn,
    reason: payout.reason,
  }
}

/** An exclusion as operators see it. */
export function viewExclusion({ publisherId, publisherName, reason, amount }: Row<typeof listExclusions>): Exclusion {
  return {
    publisher_id: Number(publisherId),
    publisher_name: publisherName,
    reason,
    amount: formatAmount(amount),
  }
}

/** What changed since a draft was computed. */
export function viewDraftChanges(
  takenBack: Awaited<ReturnType<typeof findTakenBack>>,
  outdated: Awaited<ReturnType<typeof findOutdated>>,
): DraftChanges {
  const named = (row: { publisherId: bigint; publisherName: string }) => ({
    publisher_id: Number(row.publisherId),
    publisher_name: row.publisherName,
  })
  return {
    taken_back: {
      count: takenBack.count,
      amount: formatAmount(takenBack.amount),
      orders: takenBack.orders.map((order) => ({
        ...named(order),
        transaction_id: order.transactionId,
        order_id: order.orderRef,
        status: order.status,
        amount: formatAmount(order.amount),
      })),
    },
    outdated: {
      count: outdated.count,
      publishers: outdated.publishers.map((row) => ({ ...named(row), problem: row.problem })),
    },
  }
}
