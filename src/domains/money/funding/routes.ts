import { getAdvertiser } from '#domains/people/advertisers/queries.ts'
import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { findProgramByAdvertiser } from '#domains/programmes/programs/queries/programs.ts'
import { getCoverage } from '#domains/programmes/programs/rules.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { invalidField } from '#kernel/errors.ts'
import { formatAmount, parseAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { toPage } from '#kernel/paging.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PayerAccount } from '#platform/server/config.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { recordDeposit, refundFunds } from './commands/move-funds.ts'
import { setBilling } from './commands/set-billing.ts'
import { setPaymentInstructions } from './commands/set-payment-instructions.ts'
import { useFunds } from './commands/use-funds.ts'
import { warnAdvertiser } from './commands/warn-advertiser.ts'
import * as calls from './contract/billing.ts'
import { getPaymentInstructionsCall, setPaymentInstructionsCall } from './contract/payment-instructions.ts'
import {
  listDeposits,
  listFunding,
  listFundsMonths,
  listUncoveredOrders,
  readCost,
  readCoverage,
  readMoneyTotals,
  readOwedAges,
} from './queries/billing.ts'
import { readFunding } from './queries/funding.ts'
import { findPaymentInstructions, getSmallestMissing } from './queries/payment-instructions.ts'
import { viewBilling, viewFundingRow, viewFunds, viewInstructions, viewOwedAges } from './views.ts'

/** Batches of orders that a request covers, in its own transaction; the job covers the rest. */
const BATCHES_AT_ONCE = 1

/** The routes of the funding domain. `payer` is the account from which the network pays publishers. */
export function fundingRoutes({ payer }: { payer?: PayerAccount | undefined } = {}): Route[] {
  return [...readingRoutes, ...changingRoutes(), ...instructionRoutes(payer)]
}

function instructionRoutes(payer: PayerAccount | undefined): Route[] {
  const paying_account = payer ? { account_holder: payer.name, account: payer.iban, bank: payer.bic } : null
  return [
    route(getPaymentInstructionsCall, async (ctx) => {
      const instructions = await findPaymentInstructions(ctx.db)
      return {
        ...SUCCESS,
        data: {
          instructions: viewInstructions(instructions),
          smallest_missing: formatAmount(getSmallestMissing(instructions)),
          changed_at: instructions?.changedAt.toISOString() ?? null,
          paying_account,
        },
      }
    }),
    route(setPaymentInstructionsCall, async (ctx, { body }) => {
      const { account_holder: accountHolder, smallest_missing: smallest, ...rest } = body
      const smallestMissing = readAmount(smallest, { field: 'smallest_missing', code: 'funding.limit' })
      await setPaymentInstructions(ctx, { accountHolder, smallestMissing, ...rest })
      return SUCCESS
    }),
  ]
}

const readingRoutes: Route[] = [
  route(calls.getOwnBillingCall, async (ctx) => readBilling(ctx, getAdvertiserId(ctx.actor))),
  route(calls.getOwnFundsCall, async (ctx) => {
    const advertiserId = getAdvertiserId(ctx.actor)
    const [funding, coverage, cost, instructions] = await Promise.all([
      readFunding(ctx.db, { advertiserId }),
      readCoverage(ctx.db, { advertiserId, now: ctx.now }),
      readCost(ctx.db, { advertiserId, now: ctx.now }),
      findPaymentInstructions(ctx.db),
    ])
    return { ...SUCCESS, data: viewFunds(funding, { coverage, cost, instructions }) }
  }),
  route(calls.getBillingCall, async (ctx, { params }) => readBilling(ctx, params.advertiser_id)),
  route(calls.listFundingCall, async (ctx, { query }) => {
    const { count, advertisers } = await listFunding(ctx.db, { keyword: query.keyword, page: toPage(query) })
    const advertiserIds = advertisers.map(({ advertiserId }) => advertiserId)
    const [agesOf, instructions] = await Promise.all([
      readOwedAges(ctx.db, { advertiserIds, now: ctx.now }),
      findPaymentInstructions(ctx.db),
    ])
    const rows = advertisers.map((row) => viewFundingRow(row, { ages: agesOf(row.advertiserId), instructions }))
    return { ...SUCCESS, data: { count, advertisers: rows } }
  }),
  route(calls.getMoneyCall, async (ctx) => {
    const [totals, agesOf, coverage] = await Promise.all([
      readMoneyTotals(ctx.db),
      readOwedAges(ctx.db, { now: ctx.now }),
      readCoverage(ctx.db, { now: ctx.now }),
    ])
    return {
      ...SUCCESS,
      data: {
        owed: formatAmount(totals.owed),
        owed_by_age: viewOwedAges(agesOf()),
        uncovered_orders: agesOf().orders,
        funds: formatAmount(totals.funds),
        credit_used: formatAmount(totals.creditUsed),
        coverage: getCoverage(coverage),
        payable: formatAmount(totals.payable),
        used_up: totals.usedUp,
      },
    }
  }),
]

function changingRoutes(): Route[] {
  // One transaction, so that a failure leaves nothing changed, as its answer says.
  const changeFunds = <T>(ctx: Ctx, advertiserId: bigint, change: (tx: Ctx) => Promise<T>) =>
    inTransaction(ctx, async (tx) => {
      const changed = await change(tx)
      const covered = await useFunds(tx, { advertiserId, maxBatches: BATCHES_AT_ONCE })
      await warnAdvertiser(tx, { advertiserId })
      return { changed, covered }
    })
  return [
    route(calls.setBillingCall, async (ctx, { params, body }) => {
      const advertiserId = params.advertiser_id
      const creditLimit = readAmount(body.credit_limit, { field: 'credit_limit', code: 'funding.limit' })
      await changeFunds(ctx, advertiserId, (tx) => setBilling(tx, { advertiserId, mode: body.mode, creditLimit }))
      return SUCCESS
    }),
    route(calls.recordDepositCall, async (ctx, { params, body }) => {
      const advertiserId = params.advertiser_id
      const deposit = { advertiserId, ...readMoved(body) }
      const { changed, covered } = await changeFunds(ctx, advertiserId, (tx) => recordDeposit(tx, deposit))
      return { ...SUCCESS, deposit_id: changed.depositId, covered_orders: covered }
    }),
    route(calls.refundFundsCall, async (ctx, { params, body }) => {
      const advertiserId = params.advertiser_id
      const refund = { advertiserId, ...readMoved(body) }
      const { changed, covered } = await changeFunds(ctx, advertiserId, (tx) => refundFunds(tx, refund))
      return { ...SUCCESS, deposit_id: changed.depositId, covered_orders: covered }
    }),
  ]
}

async function readBilling(ctx: Ctx, advertiserId: bigint) {
  const { id, name } = await getAdvertiser(ctx.db, { advertiserId })
  const [program, funding, agesOf, coverage, cost, uncovered, deposits, months, instructions] = await Promise.all([
    findProgramByAdvertiser(ctx.db, { advertiserId }),
    readFunding(ctx.db, { advertiserId }),
    readOwedAges(ctx.db, { advertiserIds: [advertiserId], now: ctx.now }),
    readCoverage(ctx.db, { advertiserId, now: ctx.now }),
    readCost(ctx.db, { advertiserId, now: ctx.now }),
    listUncoveredOrders(ctx.db, { advertiserId }),
    listDeposits(ctx.db, { advertiserId }),
    listFundsMonths(ctx.db, { advertiserId }),
    findPaymentInstructions(ctx.db),
  ])
  const advertiser = { id, name, program: program?.title ?? null }
  const ages = agesOf(advertiserId)
  const parts = { advertiser, funding, ages, coverage, cost, uncovered, deposits, months, instructions }
  return { ...SUCCESS, data: viewBilling(parts) }
}

function readMoved({ amount, moved_on: movedOn, reference }: { amount: string; moved_on: string; reference: string }) {
  return { amount: readAmount(amount, { field: 'amount', code: 'funding.amount' }), movedOn, reference }
}

function readAmount(text: string, wrong: { field: string; code: 'funding.amount' | 'funding.limit' }): Amount {
  const amount = parseAmount(text)
  if (amount === undefined) throw invalidField(wrong.field, { code: wrong.code })
  return amount
}
