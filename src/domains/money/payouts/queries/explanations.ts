import { sql } from 'kysely'
import type { Db } from '#database'
import { listTransactionLines, readBalances, sumOpenLines } from '#domains/books/ledger/queries.ts'
import { findFormRequiredSince, findTaxForm, isFormRequired } from '#domains/people/taxes/queries.ts'
import { getDueAt } from '#domains/orders/transactions/rules/decide.ts'
import { startOfDay, toDay } from '#kernel/days.ts'
import { notFound } from '#kernel/errors.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import type { OrderFacts, PayeeFacts } from '../rules/explain.ts'
import type { MonthlyAmount } from '../rules/forecast.ts'
import { SMALLEST_AFTER_CLOSING } from '../rules/closing.ts'
import { getMinimum } from '../rules/payment.ts'
import { hasWritableName } from '../rules/runs.ts'
import { hasOpenOrders } from './payees.ts'
import { findHeldAt, listDueByDay, readPayoutDates } from './condition-dates.ts'
import { openDestination } from './payment.ts'
import { readNextRun } from './schedule.ts'
import { addMonths, getMonth, planRun } from '../rules/schedule.ts'
import type { LinePayout, OrderLine } from '../rules/take-backs.ts'

interface PublisherAt {
  publisherId: bigint
  now: Date
}

/** Reads what decides whether the next run pays a publisher. */
export async function readPayeeFacts(db: Db, sealing: Sealing, { publisherId, now }: PublisherAt): Promise<PayeeFacts> {
  const nextRun = await readNextRun(db, now)
  const until = startOfDay(addMonths(nextRun.month, 1))
  const [{ payable }, later, dueByDay, payoutDates, isFormNeeded, requiredSince, taxForm, payee] = await Promise.all([
    readBalances(db, { publisherId, currency: BASE_CURRENCY }),
    sumOpenLines(db, { publisherId, from: until }),
    listDueByDay(db, { publisherId, until }),
    readPayoutDates(db, { publisherId }),
    isFormRequired(db),
    findFormRequiredSince(db),
    findTaxForm(db, { publisherId, today: toDay(now) }),
    db
      .selectFrom('publisher')
      .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
      .innerJoin('publisherProfile as profile', 'profile.id', 'publisher.id')
      .leftJoin('paymentDetail as detail', 'detail.id', 'publisher.id')
      .leftJoin('accountState as held', (join) =>
        join
          .onRef('held.publisherId', '=', 'publisher.id')
          .on('held.state', '=', 'on_hold')
          .on('held.endedAt', 'is', null),
      )
      .leftJoin('accountState as closed', (join) =>
        join
          .onRef('closed.publisherId', '=', 'publisher.id')
          .on('closed.state', '=', 'closed')
          .on('closed.endedAt', 'is', null),
      )
      .select(['account.createdAt', 'account.confirmedAt', 'account.reviewStatus', 'account.reviewedAt'])
      .select(['profile.paypalEmail', 'detail.bankSealed', 'detail.thresholdAmount'])
      .select([
        'detail.destinationChangedAt',
        'held.beganAt as heldAt',
        'closed.beganAt as closedAt',
        hasOpenOrders(sql.ref('publisher.id')).as('hasOpenOrders'),
        sql<Date | null>`(
          SELECT max(period.ended_at) FROM account_state AS period
          WHERE period.publisher_id = publisher.id AND period.state = 'on_hold'
        )`.as('lastHoldEndedAt'),
      ])
      .where('publisher.id', '=', publisherId)
      .executeTakeFirst(),
  ])
  if (!payee) throw notFound()
  const destination = openDestination(sealing, { publisherId, ...payee })
  return {
    nextRun,
    joinedAt: payee.createdAt,
    due: payable - later,
    dueByDay,
    minimum: payee.closedAt === null ? getMinimum(payee.thresholdAmount ?? 0n) : SMALLEST_AFTER_CLOSING,
    hasDetails: destination !== null,
    hasBankName: destination !== null && 'bank' in destination ? hasWritableName(destination) : null,
    detailsChangedAt: payee.destinationChangedAt,
    emailVerifiedAt: payee.confirmedAt,
    taxForm: isFormNeeded ? { ...taxForm, requiredSince } : null,
    isApproved: payee.reviewStatus === 'approved',
    reviewedAt: payee.reviewedAt,
    heldSince: payee.heldAt,
    lastHoldEndedAt: payee.lastHoldEndedAt,
    closing: payee.closedAt && { closedAt: payee.closedAt, hasOpenOrders: payee.hasOpenOrders },
    ...payoutDates,
  }
}

/** Reads what decides whether an order of a publisher is paid, with its hold reason, its payout and its lines. */
export async function readOrderFacts(db: Db, ids: { publisherId: bigint; transactionId: string }) {
  const state = await db
    .selectFrom('transactionState as state')
    .innerJoin('transaction as sold', (join) =>
      join.onRef('sold.publisherId', '=', 'state.publisherId').onRef('sold.id', '=', 'state.transactionId'),
    )
    .innerJoin('programTerms as terms', 'terms.id', 'sold.termsId')
    .innerJoin('program', 'program.id', 'terms.programId')
    .leftJoin('exchangeRate as used', 'used.id', 'state.rateId')
    .select(['state.currency', 'used.day as rateDay'])
    .select(['state.status', 'state.commission', 'state.coveredCommission', 'state.confirmedAt', 'state.coveredAt'])
    .select(['state.holdReason', 'state.dueAt', 'state.transactionAt', 'terms.validationDays'])
    .select(['state.decidedAt', 'program.noJoinsFrom', 'program.closedFrom'])
    .where('state.publisherId', '=', ids.publisherId)
    .where('state.transactionId', '=', ids.transactionId)
    .executeTakeFirst()
  if (!state) throw notFound()
  const { status, commission, coveredCommission, confirmedAt, coveredAt, holdReason, decidedAt } = state
  const { noJoinsFrom, closedFrom } = state
  const rateDay = state.rateDay ?? toDay(state.transactionAt)
  const lines = await listTransactionLines(db, ids)
  const [line, orderLines] = await Promise.all([
    findPayableLine(db, ids.publisherId, lines),
    readLinePayouts(db, ids.publisherId, lines),
  ])
  const facts: OrderFacts = {
    status,
    exchange: state.currency === BASE_CURRENCY ? null : { day: startOfDay(rateDay), isFound: state.rateDay !== null },
    expectedAt: holdReason === null ? getDueAt(state, state) : null,
    heldAt: holdReason === null ? null : await findHeldAt(db, ids),
    confirmedAt,
    commission: commission ?? 0n,
    coveredCommission,
    coveredAt,
    decidedAt,
    ladder: { noJoinsFrom, closedFrom },
    line: isRaisedSince(line, state) ? null : line,
  }
  return { facts, holdReason, payoutId: line?.payout?.id ?? null, lines: orderLines }
}

/** Whether a later amendment added commission to a paid order, which waits as if nothing had been paid. */
function isRaisedSince(
  line: OrderFacts['line'],
  { commission, coveredCommission }: { commission: bigint | null; coveredCommission: bigint },
): boolean {
  return line?.payout?.status === 'paid' && coveredCommission < (commission ?? 0n)
}

/** Finds the line that last made something payable, unless everything was taken back since. */
async function findPayableLine(
  db: Db,
  publisherId: bigint,
  lines: Awaited<ReturnType<typeof listTransactionLines>>,
): Promise<(NonNullable<OrderFacts['line']> & { payout: { id: string } | null }) | null> {
  const line = lines.findLast(({ amount }) => amount > 0n)
  if (!line || lines.reduce((sum, { amount }) => sum + amount, 0n) <= 0n) return null
  if (line.payoutId === null) return { payableAt: line.payableAt, payout: null, forfeitedAs: null }
  const container = { publisherId, payoutId: line.payoutId }
  const payout = await findPayout(db, container)
  return { payableAt: line.payableAt, payout, forfeitedAs: payout ? null : await findForfeiture(db, container) }
}

interface LineKey {
  publisherId: bigint
  /** The payout or the forfeiture that contains the line. */
  payoutId: string
}

async function findPayout(db: Db, { publisherId, payoutId }: LineKey) {
  const payout = await db
    .selectFrom('payout')
    .innerJoin('payoutRun as run', 'run.id', 'payout.runId')
    .select(['payout.id', 'payout.status', 'run.approvedAt', 'payout.settledOn'])
    .where('payout.publisherId', '=', publisherId)
    .where('payout.id', '=', payoutId)
    .executeTakeFirst()
  if (!payout) return null
  const { id, status, approvedAt, settledOn } = payout
  return { id, status, approvedAt, settledAt: settledOn === null ? null : startOfDay(settledOn) }
}

async function findForfeiture(db: Db, { publisherId, payoutId }: LineKey) {
  const { kind } = await db
    .selectFrom('forfeiture')
    .select('kind')
    .where('publisherId', '=', publisherId)
    .where('id', '=', payoutId)
    .executeTakeFirstOrThrow()
  return kind
}

/**
 * Reads what becomes payable to a publisher in which month if nothing is cancelled and each confirmed order is covered
 * at once. Orders on hold have no month.
 */
export async function readForecast(db: Db, { publisherId, now }: PublisherAt, facts: PayeeFacts) {
  const month = getMonth(toDay(now))
  const [{ payable, confirmed }, pending] = await Promise.all([
    readBalances(db, { publisherId, currency: BASE_CURRENCY }),
    listPending(db, { publisherId, now }),
  ])
  const decided: MonthlyAmount[] = [
    { month: facts.nextRun.month, amount: facts.due },
    { month: addMonths(facts.nextRun.month, 1), amount: payable - facts.due },
    { month, amount: confirmed },
  ]
  const onHold = pending.find((each) => each.month === null)?.amount ?? 0n
  const expected = pending.flatMap(({ month: due, amount }) => (due === null ? [] : [{ month: due, amount }]))
  return { amounts: [...decided, ...expected], onHold }
}

/** Sums up a publisher's pending commission by the month in which it is decided, at the earliest this one. */
async function listPending(db: Db, { publisherId, now }: PublisherAt) {
  const { rows } = await sql<{ month: string | null; amount: bigint }>`
    SELECT CASE WHEN state.hold_reason IS NULL THEN to_char(greatest(
        coalesce(state.due_at, state.transaction_at + terms.validation_days * interval '1 day'), ${now}
      ) AT TIME ZONE 'UTC', 'YYYY-MM-01') END AS month, sum(state.commission)::bigint AS amount
    FROM transaction_state AS state
    JOIN transaction AS sold ON sold.publisher_id = state.publisher_id AND sold.id = state.transaction_id
    JOIN program_terms AS terms ON terms.id = sold.terms_id
    WHERE state.publisher_id = ${publisherId} AND state.status = 'PENDING' AND state.commission IS NOT NULL
    GROUP BY 1`.execute(db)
  return rows
}

/** Reads the balance of a publisher by state; `paid` is the sum of the paid payouts. */
export async function readBalance(db: Db, { publisherId }: { publisherId: bigint }) {
  const [balances, { paid }] = await Promise.all([
    readBalances(db, { publisherId, currency: BASE_CURRENCY }),
    db
      .selectFrom('payout')
      .select(sql<bigint>`coalesce(sum(amount), 0)::bigint`.as('paid'))
      .where('publisherId', '=', publisherId)
      .where('status', '=', 'paid')
      .executeTakeFirstOrThrow(),
  ])
  return { ...balances, paid }
}

type Line = Awaited<ReturnType<typeof listTransactionLines>>[number]

/** Reads the payouts of the statement lines of an order. */
async function readLinePayouts(db: Db, publisherId: bigint, lines: readonly Line[]): Promise<OrderLine[]> {
  const payoutIds = lines.flatMap(({ payoutId }) => payoutId ?? [])
  if (payoutIds.length === 0) return lines.map((line) => ({ ...line, payout: null }))
  const rows = await db
    .selectFrom('payout')
    .innerJoin('payoutRun as run', 'run.id', 'payout.runId')
    .leftJoin('statement', (join) =>
      join.onRef('statement.publisherId', '=', 'payout.publisherId').onRef('statement.payoutId', '=', 'payout.id'),
    )
    .select(['payout.id', 'payout.status', 'payout.settledOn', 'run.month', 'statement.number as statementNumber'])
    .where('payout.publisherId', '=', publisherId)
    .where('payout.id', 'in', payoutIds)
    .execute()
  const payouts = new Map<string, LinePayout>(
    rows.map(({ id, status, settledOn, month, statementNumber }) => [
      id,
      {
        id,
        status,
        statementNumber,
        run: planRun(month),
        settledAt: settledOn === null ? null : startOfDay(settledOn),
      },
    ]),
  )
  return lines.map((line) => ({ ...line, payout: payouts.get(line.payoutId ?? '') ?? null }))
}
