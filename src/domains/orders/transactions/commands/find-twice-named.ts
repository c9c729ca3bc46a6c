import type { Db } from '#database'
import type { WaitingFile } from '../queries/decision-files.ts'
import { readAction } from '../rules/decision-file.ts'
import { findNamedOrders } from './decide-rows.ts'
import type { TwiceNamed } from './decide-rows.ts'

/** The rows that are looked up by one statement. */
const BATCH_SIZE = 2000

/**
 * Finds the orders on which several lines of a file ask for a decision, however they name it, also where one of the
 * lines is wrong. Lines of orders that were selected are of different orders.
 */
export async function findTwiceNamed(db: Db, file: WaitingFile): Promise<TwiceNamed> {
  const lines = new Map<string, number[]>()
  for (let [after, isOver] = [0, file.source !== 'file']; !isOver;) {
    const rows = await db
      .selectFrom('decisionFileRow')
      .select(['line', 'cells'])
      .where('fileId', '=', file.id)
      .where('line', '>', after)
      .where('partOf', 'is', null)
      .where('textError', 'is', null)
      .orderBy('line')
      .limit(BATCH_SIZE)
      .execute()
    const asking = rows.filter(({ cells }) => readAction(cells) !== 'leave')
    for (const [place, [order]] of await findNamedOrders(db, file, asking)) {
      if (order) lines.set(order.transactionId, [...(lines.get(order.transactionId) ?? []), asking[place]?.line ?? 0])
    }
    after = rows.at(-1)?.line ?? after
    isOver = rows.length < BATCH_SIZE
  }
  return new Map([...lines].filter(([, { length }]) => length > 1))
}
