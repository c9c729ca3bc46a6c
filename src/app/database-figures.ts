import { Gauge, Registry } from 'prom-client'
import type { Db } from '#database'
import { findLastCheck } from '#domains/money/ledger-checks/queries/ledger-checks.ts'
import { findProgress } from '#domains/figures/reports/queries/rollup-progress.ts'
import { countWaitingOrders } from '#domains/orders/transactions/queries/waiting-orders.ts'
import { countWaitingMails } from '#platform/server/mail/outbox.ts'
import { settleWithin } from '#platform/server/settle-within.ts'

/** How long the database may take. */
const ANSWER_MS = 1000

interface Figures {
  rollups: { rollups: Date | undefined; sub_ids: Date | undefined }
  mails: { count: number; oldestAt: Date | null }
  orders: { count: number; oldestAt: Date | null }
  check: Awaited<ReturnType<typeof findLastCheck>>
}

/**
 * The figures of `/metrics` that are read from the database. The worker that is asked reads them, because they matter
 * most when the process that does the work has ended.
 */
export class DatabaseFigures {
  readonly #db: Db
  /** One read at a time, also when the database does not answer. */
  #reading: Promise<Figures> | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** Returns the figures in the Prometheus text format; only `tandem_database_up` when the database does not answer. */
  read(): Promise<string> {
    return this.#readInTime().then(writeFigures)
  }

  #readInTime(): Promise<Figures | undefined> {
    this.#reading ??= readFigures(this.#db).finally(() => {
      this.#reading = undefined
    })
    return settleWithin(this.#reading, ANSWER_MS)
  }
}

async function readFigures(db: Db): Promise<Figures> {
  return {
    rollups: { rollups: await findProgress(db, 'rollups'), sub_ids: await findProgress(db, 'sub_ids') },
    mails: await countWaitingMails(db),
    orders: await countWaitingOrders(db),
    check: await findLastCheck(db),
  }
}

function writeFigures(figures: Figures | undefined): Promise<string> {
  const registry = new Registry()
  const createGauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `tandem_${name}`, help, labelNames, registers: [registry] })
  const secondsSince = (at: Date | null) => (at === null ? 0 : Math.max(0, (Date.now() - at.getTime()) / 1000))

  createGauge('database_up', 'Whether the database answered within a second (1) or not (0)').set(figures ? 1 : 0)
  if (figures === undefined) return registry.metrics()
  const rollupAge = createGauge('rollup_age_seconds', 'How far the roll-ups are behind', ['rollup'])
  for (const [rollup, until] of Object.entries(figures.rollups)) {
    if (until) rollupAge.set({ rollup }, secondsSince(until))
  }
  const { mails, orders, check } = figures
  createGauge('outbox_mails', 'Mails that wait to be sent').set(mails.count)
  createGauge('outbox_age_seconds', 'Age of the oldest mail that waits to be sent').set(secondsSince(mails.oldestAt))
  createGauge('waiting_orders', 'Orders whose click is newer than the clock').set(orders.count)
  createGauge('waiting_order_age_seconds', 'Age of the oldest of these orders').set(secondsSince(orders.oldestAt))
  const name = { check: 'ledger' }
  const checkAge = createGauge('check_age_seconds', 'Time since the last check', ['check'])
  const checkDuration = createGauge('check_duration_seconds', 'How long the last check took', ['check'])
  const differences = createGauge('check_differences', 'Differences that the last check found', ['check'])
  if (check) {
    checkAge.set(name, secondsSince(check.startedAt))
    checkDuration.set(name, check.tookMs / 1000)
    differences.set(name, check.differenceCount)
  }
  return registry.metrics()
}
