import type { Db } from '#database'
import { BatchWriter } from '#platform/server/batch-writer.ts'
import { isLockTimeout, isRetryable } from '#platform/server/database.ts'
import { insertOrders } from '../commands/insert-orders.ts'
import type { CountingOrder, InsertOrder, Insertion } from '../commands/insert-orders.ts'

type Insertions = ReadonlyMap<string, Insertion>

/** Reports that a batch was not written because of one of its orders, which is not known. */
class BatchRefused extends Error {}

// An order adds less than a tenth of a millisecond to the time of a batch.
const MAX_BATCH = 100
// The longest time that an order waits for others.
const GATHER_MS = 5
// An order that waits for a lock holds up its batch. Others go on beside it.
const PATIENCE_MS = 50
const MAX_WRITES = 4

/**
 * Writes the orders that wait in this process together, in one database transaction. If the database refuses a batch,
 * or one of its orders waits too long for a lock, each order is written alone, so that none fails because of another.
 * If the database went away, all orders of the batch fail, and their callers repeat them.
 */
export function batchOrders(db: Db): InsertOrder {
  const writer = new BatchWriter<CountingOrder, Insertions>({
    write: (orders) => writeBatch(db, orders),
    maxItems: MAX_BATCH,
    gatherMs: GATHER_MS,
    patienceMs: PATIENCE_MS,
    maxWrites: MAX_WRITES,
  })
  return async (order) => {
    const insertions = await writer.append(order).catch((error: unknown) => {
      if (error instanceof BatchRefused) return insertOrders(db, [order])
      throw error
    })
    return insertions.get(order.transaction_id) ?? 'uncredited'
  }
}

async function writeBatch(db: Db, orders: readonly CountingOrder[]): Promise<Insertions> {
  try {
    return await insertOrders(db, orders)
  } catch (error) {
    const mayBeOneOrder = !isRetryable(error) || isLockTimeout(error)
    if (orders.length === 1 || !mayBeOneOrder) throw error
    throw new BatchRefused('The database refuses a batch of orders', { cause: error })
  }
}
