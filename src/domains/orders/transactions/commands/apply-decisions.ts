import { sql } from 'kysely'
import { Refusal, notFound } from '#kernel/errors.ts'
import type { RefusalDetails } from '#kernel/errors.ts'
import type { Actor } from '#kernel/actor.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { findPaidTransactions } from '#domains/books/ledger/queries.ts'
import { readRate } from '#domains/books/exchange-rates/queries.ts'
import type { ExchangeRate } from '#domains/books/exchange-rates/rules.ts'
import { toRate } from '#domains/programmes/rates/rules/rate.ts'
import type { Decider, TransactionStatus } from '../contract/vocabulary.ts'
import { decide } from '../rules/decide.ts'
import type { Decision, OrderState } from '../rules/decide.ts'
import { toUsd } from '../rules/exchange-order.ts'
import type { OrderExchange } from '../rules/exchange-order.ts'
import { readAmendedPrices } from '../queries/amended-prices.ts'
import type { RuledOrder } from '../queries/amended-prices.ts'
import { nameGroups } from '../queries/name-groups.ts'
import { getDueChange, postDues } from './post-dues.ts'
import { writeItems } from './write-items.ts'

/** A decision on a transaction. */
export interface TransactionDecision extends Decision {
  publisherId: bigint
  transactionId: string
  /** The status that the decider saw. If it has changed since, the decision is refused. */
  seenStatus?: TransactionStatus | undefined
}

/** In which role decisions are made, and the advertiser whose orders alone they may concern. */
export interface DecidedBy {
  decidedAs: Decider
  advertiserId?: bigint
  /** The account for which a job decides; by default the account of the actor. */
  accountId?: bigint | null
  /** The API key by which a program asked for them. */
  keyId?: bigint | null
}

/** What a decision did: its number, the state after it, and the change of what is due, in USD. */
export interface DecisionEffect {
  sequence: number
  after: OrderState
  change: { commission: Amount; fee: Amount }
}

/** A decision and what came of it, or why it was refused. */
export type DecisionOutcome = DecisionEffect | { refusal: RefusalDetails }

/**
 * Makes decisions inside the caller's transaction, all by the same few statements: adds a row for each, updates the
 * states, and posts what changes in the ledger. Answers for each decision, in the order given; a refused one changes
 * nothing, and the others stand. If two calls decide on the same transaction at once, the later is refused with 409,
 * and so is a decision on what is in payment. An order of another advertiser than `by` names is refused as unknown. The
 * calling command writes the audit lines.
 */
export async function applyDecisions(
  tx: Ctx,
  decisions: readonly TransactionDecision[],
  by: DecidedBy = getDecider(tx.actor),
): Promise<DecisionOutcome[]> {
  if (!tx.db.isTransaction) throw new Error('Decisions are made inside a transaction.')
  if (decisions.length === 0) return []
  const { outcomes, made } = await judgeDecisions(tx, decisions, by)
  await writeDecisions(tx, made, by)
  await writeItems(tx, made)
  await postDues(tx, made)
  return outcomes
}

/** Judges decisions by the states of their orders, which it locks unless it is a dry run. It writes nothing. */
export async function judgeDecisions(
  tx: Ctx,
  asked: readonly TransactionDecision[],
  by: DecidedBy & { isDryRun?: boolean },
): Promise<{ outcomes: DecisionOutcome[]; made: MadeDecision[] }> {
  const decisions = await nameGroups(tx.db, asked)
  const seen = await readSequences(tx, decisions)
  const orders = await lockOrders(tx, decisions, by)
  const prices = await readAmendedPrices(tx.db, [...orders.values()], decisions)
  const inPayment = await readInPayment(tx, [...orders.values()])
  const made: MadeDecision[] = []
  const taken = new Set<string>()
  const outcomes = decisions.map((decision): DecisionOutcome => {
    const key = toKey(decision)
    try {
      const order = orders.get(key)
      if (!order || (by.advertiserId ?? order.advertiserId) !== order.advertiserId) throw notFound()
      if (taken.has(key)) throw new Refusal({ code: 'transaction.twice', status: 409 })
      if (inPayment.has(key)) throw new Refusal({ code: 'transaction.in_payment', status: 409 })
      if (seen.get(key) !== order.sequence) throw buildConflict()
      const priceAmended = prices.get(order.transactionId)
      const after = decide(order, { ...order, priceAmended }, { ...decision, at: tx.now })
      if (decision.seenStatus !== undefined && decision.seenStatus !== order.status) throw buildConflict()
      taken.add(key)
      made.push({ decision, order, after })
      return { sequence: order.sequence + 1, after, change: getDueChange({ order, after }) }
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error.details }
      throw error
    }
  })
  return { outcomes, made }
}

/** The role in which an actor decides: a job acts for the rule of the terms, an advertiser on its own orders. */
function getDecider(actor: Actor): DecidedBy {
  if (actor.kind === 'system') return { decidedAs: 'rule' }
  if (actor.kind !== 'account' || actor.role !== 'advertiser') return { decidedAs: 'operator' }
  return { decidedAs: 'advertiser', advertiserId: getAdvertiserId(actor) }
}

function buildConflict(): Refusal {
  return new Refusal({ code: 'transaction.decided_meanwhile', status: 409 })
}

type Key = Pick<TransactionDecision, 'publisherId' | 'transactionId'>

function toKey({ publisherId, transactionId }: Key): string {
  return `${publisherId} ${transactionId}`
}

/** Selects the rows of `state` whose keys are given. */
function isGiven(keys: readonly Key[]) {
  const publisherIds = keys.map(({ publisherId }) => publisherId)
  const transactionIds = keys.map(({ transactionId }) => transactionId)
  return sql`(state.publisher_id, state.transaction_id)
    IN (SELECT * FROM unnest(${publisherIds}::bigint[], ${transactionIds}::uuid[]))`
}

async function readSequences(tx: Ctx, keys: readonly Key[]): Promise<Map<string, number>> {
  const { rows } = await sql<Key & { sequence: number }>`
    SELECT publisher_id, transaction_id, sequence FROM transaction_state AS state WHERE ${isGiven(keys)}`.execute(tx.db)
  return new Map(rows.map((row) => [toKey(row), row.sequence]))
}

interface OrderRow extends OrderState, Omit<RuledOrder, 'rate'> {
  advertiserId: bigint
  currency: string
  commissionCurrency: string
  sequence: number
  transactionAt: Date
  validationDays: number
  maxExtensions: number
  extensionDays: number
  feeBasis: 'commission' | 'order_value'
  feePpm: number
  ratePpm: number | null
  fixedAmount: bigint | null
}

/** Locks the states in the order of their keys, so that no two calls can deadlock, and reads what decides on them. */
async function lockOrders(tx: Ctx, keys: readonly Key[], { isDryRun = false }: { isDryRun?: boolean }) {
  const { rows } = await sql<OrderRow>`
    SELECT state.publisher_id, state.transaction_id, state.advertiser_id, state.currency, state.sequence, state.status,
      coalesce(state.own_order_value, state.order_value) AS order_value,
      coalesce(state.own_commission, state.commission) AS commission, sold.commission_currency,
      state.fee, state.covered_commission, state.covered_fee, state.hold_reason,
      state.due_at, state.extensions, state.transaction_at, sold.order_value AS reported_value,
      terms.validation_days, terms.max_extensions, terms.extension_days, terms.fee_basis, terms.fee_ppm,
      rate.rate_ppm, rate.fixed_amount, terms.id AS terms_id, terms.rule_count, sold.event, sold.clicked_at,
      sold.regions, sold.customer_status
    FROM transaction_state AS state
    JOIN transaction AS sold ON sold.publisher_id = state.publisher_id AND sold.id = state.transaction_id
    JOIN program_terms AS terms ON terms.id = sold.terms_id
    JOIN program_rate AS rate ON rate.terms_id = sold.terms_id AND rate.event = sold.event
    WHERE ${isGiven(keys)}
    ORDER BY state.publisher_id, state.transaction_id
    ${isDryRun ? sql`` : sql`FOR UPDATE OF state`}`.execute(tx.db)
  const rates = await readRates(tx, rows)
  return new Map(
    rows.map((row) => {
      const { currency, commissionCurrency } = row
      const exchange: OrderExchange = { currency, commissionCurrency, rate: rates.get(toKey(row)) ?? null }
      return [toKey(row), { ...row, rate: toRate(row), exchange }]
    }),
  )
}

/**
 * Reads the rates that locked orders in other currencies were exchanged by. The statement that locks them must not read
 * the rates: it would not see one that was stored while it waited.
 */
async function readRates(tx: Ctx, orders: readonly OrderRow[]): Promise<ReadonlyMap<string, ExchangeRate>> {
  const foreign = orders.filter(({ currency }) => currency !== BASE_CURRENCY)
  if (foreign.length === 0) return new Map()
  const { rows } = await sql<Key & { rate: string }>`
    SELECT state.publisher_id, state.transaction_id, used.rate
    FROM transaction_state AS state JOIN exchange_rate AS used ON used.id = state.rate_id
    WHERE ${isGiven(foreign)}`.execute(tx.db)
  return new Map(rows.map((row) => [toKey(row), readRate(row.rate)]))
}

/** Reads which orders are covered by money that is on its way to the publisher: nothing of it can be taken back now. */
async function readInPayment(tx: Ctx, orders: readonly OrderRow[]): Promise<Set<string>> {
  const covered = orders.filter(({ coveredCommission }) => coveredCommission > 0n)
  const paid = await findPaidTransactions(tx.db, covered)
  return new Set(paid.filter(({ isSettled }) => !isSettled).map(toKey))
}

type LockedOrder = Awaited<ReturnType<typeof lockOrders>> extends Map<string, infer Order> ? Order : never

interface MadeDecision {
  decision: TransactionDecision
  order: LockedOrder
  after: OrderState
}

async function writeDecisions(tx: Ctx, made: readonly MadeDecision[], by: DecidedBy): Promise<void> {
  if (made.length === 0) return
  const decidedBy = by.accountId ?? (tx.actor.kind === 'account' ? tx.actor.accountId : null)
  await sql`
    WITH given AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(made.map(toDecisionRow))}::json) AS given (
        publisher_id bigint, transaction_id uuid, sequence int, action text, status transaction_status,
        reason_code text, reason_for_holding text, decided_hold text, decided_due timestamptz, due_at timestamptz,
        order_value bigint, commission bigint, own_order_value bigint, own_commission bigint, fee bigint,
        covered_commission bigint, covered_fee bigint, extensions smallint, note text, evidence text,
        evidence_file_id uuid, customer_status text, shipped_at timestamptz, expected_at timestamptz
      )
    ), decided AS (
      INSERT INTO transaction_decision (
        publisher_id, transaction_id, sequence, action, decided_as, status, reason_code, hold_reason, due_at,
        order_value, commission, own_order_value, own_commission, fee, note, decided_by, key_id, decided_at,
        evidence, evidence_file_id, customer_status, shipped_at, expected_at
      )
      SELECT publisher_id, transaction_id, sequence, action, ${by.decidedAs}, status, reason_code, decided_hold,
        decided_due, order_value, commission, own_order_value, own_commission, fee, note,
        ${decidedBy}::bigint, ${by.keyId ?? null}::bigint, ${tx.now}, evidence, evidence_file_id, customer_status,
        shipped_at, expected_at
      FROM given
    )
    UPDATE transaction_state AS state SET
      status = given.status,
      sequence = given.sequence,
      reason_code = CASE given.status WHEN 'CANCELLED' THEN given.reason_code END,
      hold_reason = given.reason_for_holding,
      due_at = given.due_at,
      order_value = given.order_value,
      commission = given.commission,
      own_order_value = given.own_order_value,
      own_commission = given.own_commission,
      fee = given.fee,
      covered_commission = given.covered_commission,
      covered_fee = given.covered_fee,
      covered_at = CASE WHEN given.covered_commission + given.covered_fee > 0
        AND given.covered_commission = given.commission AND given.covered_fee = given.fee
        THEN coalesce(state.covered_at, ${tx.now}) END,
      confirmed_at = CASE given.status WHEN 'CONFIRMED' THEN coalesce(state.confirmed_at, ${tx.now}) END,
      extensions = given.extensions,
      decided_by = ${decidedBy}::bigint,
      decided_at = ${tx.now},
      changed_at = ${tx.now}
    FROM given
    WHERE state.publisher_id = given.publisher_id AND state.transaction_id = given.transaction_id`.execute(tx.db)
}

// Numbers that may be larger than JSON's are written as text, which PostgreSQL reads.
function toDecisionRow({ decision, order, after }: MadeDecision) {
  const worth = toUsd(after, order.exchange)
  const own = order.currency === BASE_CURRENCY ? null : after
  return {
    publisher_id: `${order.publisherId}`,
    transaction_id: order.transactionId,
    sequence: order.sequence + 1,
    action: decision.action,
    status: after.status,
    reason_code: decision.reasonCode ?? null,
    order_value: worth && `${worth.orderValue}`,
    commission: worth && `${worth.commission}`,
    own_order_value: own && `${own.orderValue}`,
    own_commission: own && `${own.commission}`,
    fee: `${after.fee}`,
    covered_commission: `${after.coveredCommission}`,
    covered_fee: `${after.coveredFee}`,
    note: decision.note ?? '',
    ...toClockColumns(decision, after),
    ...toFactColumns(decision),
  }
}

/** Hold and extension after a decision, and what the decision says of them. */
function toClockColumns({ action, holdReason, restores }: TransactionDecision, after: OrderState) {
  const dueAt = after.dueAt?.toISOString()
  return {
    reason_for_holding: after.holdReason,
    decided_hold: action === 'reopen' ? after.holdReason : holdReason,
    due_at: dueAt,
    decided_due: action === 'extend' || restores ? dueAt : undefined,
    extensions: after.extensions,
  }
}

/** What was said with a decision; JSON leaves out what is not given. */
function toFactColumns({ evidence, evidenceFileId, customerStatus, shippedAt, expectedAt }: TransactionDecision) {
  const evidenceColumns = { evidence, evidence_file_id: evidenceFileId }
  return { ...evidenceColumns, customer_status: customerStatus, shipped_at: shippedAt, expected_at: expectedAt }
}
