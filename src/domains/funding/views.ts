import { getCoverage } from '#domains/programs/rules.ts'
import type { CoverFigures } from '#domains/programs/rules.ts'
import { formatAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import type { BillingView, DepositView, FundingRow, FundsMonth, OwedByAge, UncoveredOrderView } from './contract.ts'
import type { FundingListRow, FundsMonthRow, OwedAges, UncoveredOrder, listDeposits } from './queries/billing.ts'
import { COST_DAYS, getAvailable, getCoveredDays, getLadderLevel, getUsedPercent } from './rules.ts'
import type { BillingMode, Funding, Ladder } from './rules.ts'

/** Shows what is owed by age. */
export function viewOwedAges({ upTo30, upTo60, upTo90, over90 }: OwedAges): OwedByAge {
  return {
    up_to_30: formatAmount(upTo30),
    up_to_60: formatAmount(upTo60),
    up_to_90: formatAmount(upTo90),
    over_90: formatAmount(over90),
  }
}

function viewLadder(funding: Funding & Ladder): BillingView['ladder'] {
  return {
    level: getLadderLevel(funding),
    used_percent: getUsedPercent(funding),
    warned_at: funding.warnedAt?.toISOString() ?? null,
    used_up_at: funding.usedUpAt?.toISOString() ?? null,
    no_joins_from: funding.noJoinsFrom?.toISOString() ?? null,
    closed_from: funding.closedFrom?.toISOString() ?? null,
  }
}

/** Shows what an advertiser has and owes; `cost` is that of `COST_DAYS` days. */
export function viewFunds(funding: Funding & Ladder, { coverage, cost }: { coverage: CoverFigures; cost: Amount }) {
  return {
    available: formatAmount(getAvailable(funding)),
    owed: formatAmount(funding.owed),
    coverage: getCoverage(coverage),
    covered_days: getCoveredDays({ ...funding, cost }),
    daily_cost: formatAmount(cost / BigInt(COST_DAYS)),
    ladder: viewLadder(funding),
  }
}

/** Shows an advertiser in the operator's list. */
export function viewFundingRow(row: FundingListRow, ages: OwedAges): FundingRow {
  return {
    advertiser_id: Number(row.advertiserId),
    advertiser_name: row.advertiserName,
    mode: row.mode,
    funds: formatAmount(row.funds),
    credit_limit: formatAmount(row.creditLimit),
    owed: formatAmount(row.owed),
    owed_by_age: viewOwedAges(ages),
    ladder: viewLadder(row),
  }
}

interface BillingParts {
  advertiser: { id: bigint; name: string; program: string | null }
  funding: Funding & Ladder & { mode: BillingMode }
  ages: OwedAges
  coverage: CoverFigures
  cost: Amount
  uncovered: readonly UncoveredOrder[]
  deposits: Awaited<ReturnType<typeof listDeposits>>
  months: readonly FundsMonthRow[]
}

/** Shows the billing of an advertiser. */
export function viewBilling(parts: BillingParts): BillingView {
  const { advertiser, funding, ages, coverage, cost, uncovered, deposits, months } = parts
  return {
    advertiser_id: Number(advertiser.id),
    advertiser_name: advertiser.name,
    program: advertiser.program,
    mode: funding.mode,
    credit_limit: formatAmount(funding.creditLimit),
    funds: formatAmount(funding.funds),
    owed_by_age: viewOwedAges(ages),
    uncovered_orders: ages.orders,
    ...viewFunds(funding, { coverage, cost }),
    uncovered: uncovered.map(viewUncovered),
    deposits: deposits.map(viewDeposit),
    months: viewMonths(months, funding.funds),
  }
}

function viewUncovered(order: UncoveredOrder): UncoveredOrderView {
  return {
    publisher_id: Number(order.publisherId),
    publisher_name: order.publisherName,
    transaction_id: order.transactionId,
    order_id: order.orderRef,
    confirmed_at: order.confirmedAt.toISOString(),
    open: formatAmount(order.open),
  }
}

function viewDeposit(deposit: BillingParts['deposits'][number]): DepositView {
  return {
    id: deposit.id,
    kind: deposit.kind,
    amount: formatAmount(deposit.amount),
    moved_on: deposit.movedOn,
    reference: deposit.reference,
    recorded_at: deposit.recordedAt.toISOString(),
  }
}

/** Shows the months with the funds at their ends, counted back from the present funds. */
function viewMonths(months: readonly FundsMonthRow[], funds: bigint): FundsMonth[] {
  let closing = funds
  return months.map(({ month, deposits, refunds, orders, used, commission }) => {
    const view = {
      month,
      deposits: formatAmount(deposits),
      refunds: formatAmount(refunds),
      orders,
      commission: formatAmount(commission),
      fee: formatAmount(used - commission),
      closing: formatAmount(closing),
    }
    closing -= deposits - refunds - used
    return view
  })
}
