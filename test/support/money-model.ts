import type { MoneyNetwork } from './money-network.ts'
import { MONEY_TERMS } from './money-network.ts'

const USD = 10_000n
const MILLION = 1_000_000n
const MINIMUM_PAYOUT = 100n * USD
const VALIDATION_DAYS = 30

type Account = 'confirmed' | 'payable' | 'in_payment' | 'receivable' | 'funds' | 'fee_income' | 'cash'

/** An order as the model knows it. */
export interface ModelOrder {
  publisher: number
  reported: bigint
  value: bigint
  status: 'PENDING' | 'CONFIRMED' | 'CANCELLED'
  isHeld: boolean
  /** Its place among the confirmed orders; orders are covered in this order. */
  confirmed: number
  coveredCommission: bigint
  coveredFee: bigint
}

/** A change of what is payable. */
interface ModelLine {
  publisher: number
  amount: bigint
  at: Date
  payout: ModelPayout | undefined
  /** The order that was covered; a line that takes back has none. */
  covers: ModelOrder | undefined
}

/** A payout as the model knows it. */
export interface ModelPayout {
  publisher: number
  lines: bigint
  amount: bigint
  status: 'draft' | 'approved' | 'exported' | 'paid' | 'failed' | 'returned'
}

/** A run as the model knows it. */
export interface ModelRun {
  status: 'draft' | 'approved' | 'exported'
  payouts: ModelPayout[]
}

const commissionOf = (value: bigint) => (value * MONEY_TERMS.ratePpm) / MILLION
const feeOf = (value: bigint) => (commissionOf(value) * MONEY_TERMS.feePpm + MILLION / 2n) / MILLION
const min = (one: bigint, other: bigint) => (one < other ? one : other)

/**
 * What `docs/ledger.md` says, as plain balances: each event moves money from account to account, or answers false where
 * it is not allowed. It shares no code with the product.
 */
export class MoneyModel {
  readonly balances = new Map<string, bigint>()
  readonly orders: ModelOrder[] = []
  readonly lines: ModelLine[] = []
  readonly runs: ModelRun[] = []
  readonly #clock: Pick<MoneyNetwork, 'getNow'>
  readonly #startedAt: Date
  #limit = 0n
  #confirmations = 0

  constructor(clock: Pick<MoneyNetwork, 'getNow'>) {
    this.#clock = clock
    this.#startedAt = clock.getNow()
  }

  /** The payouts of all runs. */
  get payouts(): ModelPayout[] {
    return this.runs.flatMap(({ payouts }) => payouts)
  }

  /** The funds of the advertiser over all publishers. */
  get funds(): bigint {
    return [...this.balances].reduce((sum, [key, amount]) => (key.endsWith(' funds') ? sum + amount : sum), 0n)
  }

  order(publisher: number, reported: bigint): ModelOrder {
    const none = { isHeld: false, confirmed: 0, coveredCommission: 0n, coveredFee: 0n }
    const order: ModelOrder = { publisher, reported, value: reported, status: 'PENDING', ...none }
    this.orders.push(order)
    return order
  }

  confirm(order: ModelOrder): boolean {
    if (order.status === 'CONFIRMED' || this.#isInPayment(order)) return false
    order.confirmed = this.#confirmations += 1
    this.#changeDues(order, 'CONFIRMED', order.value)
    order.isHeld = false
    return true
  }

  cancel(order: ModelOrder): boolean {
    if (order.status === 'CANCELLED' || this.#isInPayment(order)) return false
    this.#changeDues(order, 'CANCELLED', order.value)
    order.isHeld = false
    return true
  }

  reopen(order: ModelOrder): boolean {
    if ((order.status === 'PENDING' && !order.isHeld) || this.#isInPayment(order)) return false
    const days = (this.#clock.getNow().getTime() - this.#startedAt.getTime()) / 86_400_000
    order.isHeld = order.status !== 'PENDING' && days >= VALIDATION_DAYS
    this.#changeDues(order, 'PENDING', order.value)
    return true
  }

  amend(order: ModelOrder, value: bigint): boolean {
    if (order.status === 'CANCELLED' || this.#isInPayment(order)) return false
    if (value === order.value || value > order.reported || value <= 0n) return false
    this.#changeDues(order, order.status, value)
    return true
  }

  deposit(amount: bigint): boolean {
    this.#move('network', ['cash', 'funds'], amount)
    return true
  }

  refund(amount: bigint): boolean {
    if (amount > this.funds) return false
    this.#move('network', ['funds', 'cash'], amount)
    return true
  }

  /** The bank took back what the advertiser paid, used or not. */
  takeBack(amount: bigint): boolean {
    if (amount > this.read('network', 'funds')) return false
    this.#move('network', ['funds', 'cash'], amount)
    return true
  }

  setLimit(limit: bigint): boolean {
    if (limit < this.#limit && this.funds + limit < 0n) return false
    this.#limit = limit
    return true
  }

  /** Covers the oldest confirmed orders, each in full. */
  cover(): boolean {
    const waiting = this.orders
      .filter((order) => order.status === 'CONFIRMED' && getOwed(order) > 0n)
      .toSorted((one, other) => one.confirmed - other.confirmed)
    for (const order of waiting) {
      const owed = getOwed(order)
      if (owed > this.funds + this.#limit) return true
      const commission = commissionOf(order.value) - order.coveredCommission
      this.#move(order.publisher, ['funds', 'receivable'], owed)
      this.#move(order.publisher, ['confirmed', 'payable'], commission)
      this.#addLine(order.publisher, commission, order)
      order.coveredCommission += commission
      order.coveredFee = feeOf(order.value)
    }
    return true
  }

  /** Drafts the run of the month before that of the clock; not beside another draft. */
  draft(): ModelRun | undefined {
    if (this.runs.some(({ status }) => status === 'draft')) return undefined
    const now = this.#clock.getNow()
    const until = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
    const payouts = [0, 1].flatMap((publisher) => this.#draftPayout(publisher, until))
    const run: ModelRun = { status: 'draft', payouts }
    this.runs.push(run)
    return run
  }

  discard(run: ModelRun): boolean {
    if (run.status !== 'draft') return false
    for (const payout of run.payouts) this.#release(payout)
    this.runs.splice(this.runs.indexOf(run), 1)
    return true
  }

  approve(run: ModelRun): boolean {
    if (run.status !== 'draft' || run.payouts.length === 0) return false
    if (run.payouts.some(({ publisher, amount }) => amount > this.read(publisher, 'payable'))) return false
    run.status = 'approved'
    for (const payout of run.payouts) {
      payout.status = 'approved'
      this.#move(payout.publisher, ['payable', 'in_payment'], payout.amount)
    }
    return true
  }

  export(run: ModelRun): boolean {
    if (run.status !== 'approved') return false
    run.status = 'exported'
    for (const payout of run.payouts) payout.status = 'exported'
    return true
  }

  settle(payout: ModelPayout, status: 'paid' | 'failed' | 'returned'): boolean {
    if (payout.status === status) return true
    if (payout.status !== (status === 'returned' ? 'paid' : 'exported')) return false
    const way = {
      paid: ['in_payment', 'cash'],
      failed: ['in_payment', 'payable'],
      returned: ['cash', 'payable'],
    } as const
    this.#move(payout.publisher, way[status], payout.amount)
    payout.status = status
    if (status !== 'paid') this.#release(payout)
    return true
  }

  read(owner: number | 'network', account: Account): bigint {
    return this.balances.get(`${owner} ${account}`) ?? 0n
  }

  #draftPayout(publisher: number, until: Date): ModelPayout[] {
    const own = this.payouts.filter((payout) => payout.publisher === publisher)
    const open = this.lines.filter((line) => line.publisher === publisher && line.payout === undefined)
    const claimed = open.filter(({ at, amount }) => at < until || amount < 0n)
    if (!claimed.some(({ at }) => at < until)) return []
    const lines = claimed.reduce((sum, { amount }) => sum + amount, 0n)
    const paid = own.filter(({ status }) => status === 'paid')
    const due = paid.reduce((sum, payout) => sum + payout.lines - payout.amount, lines)
    const isOpen = own.some(({ status }) => ['draft', 'approved', 'exported'].includes(status))
    if (isOpen || due < MINIMUM_PAYOUT) return []
    const payout: ModelPayout = { publisher, lines, amount: due - (due % 100n), status: 'draft' }
    for (const line of claimed) line.payout = payout
    return [payout]
  }

  #release(payout: ModelPayout): void {
    for (const line of this.lines) if (line.payout === payout) line.payout = undefined
  }

  /**
   * Nothing is decided about an order between the approval and the settlement of a payout that pays it. A payout that
   * has both its line and the line that takes it back pays nothing of it.
   */
  #isInPayment(order: ModelOrder): boolean {
    if (order.coveredCommission === 0n) return false
    return this.lines.some(
      ({ covers, payout }) => covers === order && (payout?.status === 'approved' || payout?.status === 'exported'),
    )
  }

  /** Moves an order from one status and value to others: what was covered beyond the new dues comes back first. */
  #changeDues(order: ModelOrder, status: ModelOrder['status'], value: bigint): void {
    const { publisher } = order
    const due = (is: boolean, amount: bigint) => (is ? amount : 0n)
    const [was, is] = [order.status === 'CONFIRMED', status === 'CONFIRMED']
    const [commission, fee] = [due(is, commissionOf(value)), due(is, feeOf(value))]
    const covered = { commission: min(order.coveredCommission, commission), fee: min(order.coveredFee, fee) }
    const freed = order.coveredCommission - covered.commission
    this.#move(publisher, ['payable', 'confirmed'], freed)
    this.#move(publisher, ['receivable', 'funds'], freed + order.coveredFee - covered.fee)
    this.#move(publisher, ['receivable', 'confirmed'], commission - due(was, commissionOf(order.value)))
    this.#move(publisher, ['receivable', 'fee_income'], fee - due(was, feeOf(order.value)))
    this.#addLine(publisher, -freed)
    Object.assign(order, { status, value, coveredCommission: covered.commission, coveredFee: covered.fee })
  }

  #addLine(publisher: number, amount: bigint, covers?: ModelOrder): void {
    if (amount !== 0n) this.lines.push({ publisher, amount, at: this.#clock.getNow(), payout: undefined, covers })
  }

  #move(owner: number | 'network', [from, to]: readonly [Account, Account], amount: bigint): void {
    this.balances.set(`${owner} ${from}`, this.read(owner, from) - amount)
    this.balances.set(`${owner} ${to}`, this.read(owner, to) + amount)
  }
}

function getOwed({ value, coveredCommission, coveredFee }: ModelOrder): bigint {
  return commissionOf(value) - coveredCommission + feeOf(value) - coveredFee
}
