import { getCoverage } from '#domains/programmes/programs/rules.ts'
import type { CoverFigures } from '#domains/programmes/programs/rules.ts'
import { formatAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import type {
  BillingView,
  DepositView,
  FundsMonth,
  OwedByAge,
  UncoveredOrderView,
  FundingRow,
} from './contract/billing.ts'
import type { InstructionsView } from './contract/payment-instructions.ts'
import type { DepositRow, FundingListRow, FundsMonthRow, OwedAges, UncoveredOrder } from './queries/billing.ts'
import { getSmallestMissing } from './queries/payment-instructions.ts'
import type { PaymentInstructions } from './queries/payment-instructions.ts'
import { getAvailable, getCoveredDays, getDailyCost, getLadderLevel, getPaidPart } from './rules.ts'
import { getShortfall, getUsedPercent } from './rules.ts'
import type { BillingMode, Cost, Funding, Ladder } from './rules.ts'

/** Shows how advertisers pay the network. */
export function viewInstructions(instructions: PaymentInstructions | undefined): InstructionsView | null {
  if (!instructions) return null
  const { accountHolder, account, bank, note } = instructions
  return { account_holder: accountHolder, account, bank, note }
}

/** Shows what is owed by age. */
export function viewOwedAges({ upTo30, upTo60, upTo90, over90 }: OwedAges): OwedByAge {
  return {
    up_to_30: formatAmount(upTo30),
    up_to_60: formatAmount(upTo60),
    up_to_90: formatAmount(upTo90),
    over_90: formatAmount(over90),
  }
}

function viewLadder(funding: Funding & Ladder, instructions: PaymentInstructions | undefined): BillingView['ladder'] {
  return {
    level: getLadderLevel(funding, instructions),
    used_percent: getUsedPercent(funding),
    warned_at: funding.warnedAt?.toISOString() ?? null,
    used_up_at: funding.usedUpAt?.toISOString() ?? null,
    no_joins_from: funding.noJoinsFrom?.toISOString() ?? null,
    closed_from: funding.closedFrom?.toISOString() ?? null,
  }
}

type FundsParts = Pick<BillingParts, 'coverage' | 'cost' | 'instructions'>

/** Shows what an advertiser has and owes. */
export function viewFunds(funding: Funding & Ladder, { coverage, cost, instructions }: FundsParts) {
  const daily = getDailyCost(cost)
  return {
    available: formatAmount(getAvailable(funding)),
    owed: formatAmount(funding.owed),
    shortfall: formatAmount(getShortfall(funding)),
    coverage: getCoverage(coverage),
    covered_days: getCoveredDays({ ...funding, cost }),
    daily_cost: daily === null ? null : formatAmount(daily),
    cost_days: cost.days,
    ladder: viewLadder(funding, instructions),
  }
}

/** Shows an advertiser in the operator's list. */
export function viewFundingRow(
  row: FundingListRow,
  { ages, instructions }: Pick<BillingParts, 'ages' | 'instructions'>,
): FundingRow {
  return {
    advertiser_id: Number(row.advertiserId),
    advertiser_name: row.advertiserName,
    mode: row.mode,
    funds: formatAmount(row.funds),
    credit_limit: formatAmount(row.creditLimit),
    owed: formatAmount(row.owed),
    owed_by_age: viewOwedAges(ages),
    ladder: viewLadder(row, instructions),
  }
}

interface BillingParts {
  advertiser: { id: bigint; name: string; program: string | null }
  funding: Funding & Ladder & { mode: BillingMode }
  ages: OwedAges
  coverage: CoverFigures
  cost: Cost
  uncovered: readonly UncoveredOrder[]
  deposits: readonly DepositRow[]
  months: readonly FundsMonthRow[]
  instructions: PaymentInstructions | undefined
}

/** Shows the billing of an advertiser. */
export function viewBilling(parts: BillingParts): BillingView {
  const { advertiser, funding, ages, coverage, cost, uncovered, deposits, months, instructions } = parts
  return {
    advertiser_id: Number(advertiser.id),
    advertiser_name: advertiser.name,
    program: advertiser.program,
    mode: funding.mode,
    credit_limit: formatAmount(funding.creditLimit),
    funds: formatAmount(funding.funds),
    owed_by_age: viewOwedAges(ages),
    uncovered_orders: ages.orders,
    ...viewFunds(funding, { coverage, cost, instructions }),
    how_to_pay: viewInstructions(instructions),
    smallest_missing: formatAmount(getSmallestMissing(instructions)),
    uncovered: uncovered.map(viewUncovered),
    deposits: deposits.map((deposit) => viewDeposit(deposit, funding.funds)),
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

function viewDeposit(deposit: DepositRow, funds: Amount): DepositView {
  // What was used in all is what was paid in all less what is left.
  const used = getPaidPart({ before: 0n, after: deposit.paid - funds }, deposit)
  return {
    id: deposit.id,
    kind: deposit.kind,
    amount: formatAmount(deposit.amount),
    moved_on: deposit.movedOn,
    reference: deposit.reference,
    recorded_at: deposit.recordedAt.toISOString(),
    used: deposit.kind === 'deposit' ? formatAmount(used) : null,
    rest: deposit.kind === 'deposit' ? formatAmount(deposit.amount - used) : null,
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
