import type { Db } from '#database'
import { BatchWriter } from '#platform/server/database/batch-writer.ts'
import { isLockTimeout, isRetryable } from '#platform/server/database/database.ts'
import { insertOrders } from '../commands/insert-orders.ts'
import type { CountingOrder, InsertOrder, Insertion } from '../commands/insert-orders.ts'

/** An order, and when it came, in the milliseconds of the clock. */
interface WaitingOrder {
  order: CountingOrder
  cameAt: number
}

type Insertions = ReadonlyMap<string, Insertion | 'late'>

/** Reports that a batch was not written because of one of its orders, which is not known. */
class BatchRefused extends Error {}

// An order adds less than a tenth of a millisecond to the time of a batch.
const MAX_BATCH = 100
// The longest time that an order waits for others.
const GATHER_MS = 5
// An order that waits for a lock holds up its batch. Others go on beside it.
const PATIENCE_MS = 50
const MAX_WRITES = 4
// Readers of changes look back `STATUS_OVERLAP_MS`, so an order is committed much sooner after its `received_at`. When
// it has waited this long, its shop has been told to send it again.
export const MAX_WAIT_MS = 10_000

/**
 * Writes the orders that wait in this process together, in one database transaction. If the database refuses a batch,
 * or one of its orders waits too long for a lock, each order is written alone, so that none fails because of another.
 * If the database went away, all orders of the batch fail, and their callers repeat them. An order that has waited
 * `MAX_WAIT_MS` is not written; it fails with an error after which it may be sent again. `clock` counts milliseconds.
 */
export function batchOrders(db: Db, clock = () => performance.now()): InsertOrder {
  const writer = new BatchWriter<WaitingOrder, Insertions>({
    write: (waiting) => writeBatch(waiting, (given) => insertInTime(db, given, clock())),
    maxItems: MAX_BATCH,
    gatherMs: GATHER_MS,
    patienceMs: PATIENCE_MS,
    maxWrites: MAX_WRITES,
  })
  return async (order) => {
    const waiting = { order, cameAt: clock() }
    const insertions = await writer.append(waiting).catch((error: unknown) => {
      if (error instanceof BatchRefused) return insertInTime(db, [waiting], clock())
      throw error
    })
    const insertion = insertions.get(order.transaction_id) ?? 'uncredited'
    if (insertion === 'late') throw Object.assign(new Error('The order waited too long'), { code: 'ETIMEDOUT' })
    return insertion
  }
}

type Insert = (waiting: readonly WaitingOrder[]) => Promise<Insertions>

async function writeBatch(waiting: readonly WaitingOrder[], insert: Insert): Promise<Insertions> {
  try {
    return await insert(waiting)
  } catch (error) {
    const mayBeOneOrder = !isRetryable(error) || isLockTimeout(error)
    if (waiting.length === 1 || !mayBeOneOrder) throw error
    throw new BatchRefused('The database refuses a batch of orders', { cause: error })
  }
}

async function insertInTime(db: Db, waiting: readonly WaitingOrder[], now: number): Promise<Insertions> {
  const since = now - MAX_WAIT_MS
  const inTime = waiting.filter(({ cameAt }) => cameAt >= since).map(({ order }) => order)
  const late = waiting
    .filter(({ cameAt }) => cameAt < since)
    .map(({ order }) => [order.transaction_id, 'late'] as const)
  const inserted = inTime.length === 0 ? [] : await insertOrders(db, inTime)
  return new Map([...inserted, ...late])
}
