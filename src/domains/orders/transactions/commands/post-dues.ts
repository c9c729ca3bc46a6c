import type { Amount } from '#kernel/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { postEntries } from '#domains/books/ledger/commands.ts'
import type { NewEntry } from '#domains/books/ledger/commands.ts'
import { buildDuesPostings } from '#domains/books/ledger/rules.ts'
import type { TransactionStatus } from '../contract/vocabulary.ts'
import type { OrderState } from '../rules/decide.ts'
import { toUsd } from '../rules/exchange-order.ts'
import type { OrderExchange } from '../rules/exchange-order.ts'

/** An order as it was before a decision, and its state after it. */
interface DecidedOrder {
  order: OrderState & {
    publisherId: bigint
    transactionId: string
    advertiserId: bigint
    sequence: number
    exchange: OrderExchange
  }
  after: OrderState
}

/** Posts the change of what the advertisers owe; a decision that changes nothing of that has no entry. */
export async function postDues(tx: Ctx, made: readonly DecidedOrder[]): Promise<void> {
  const entries = made.map(toEntry).filter(({ postings }) => postings.length > 0)
  const posted = await postEntries(tx, entries)
  const repeated = entries.find((_, index) => posted[index] === undefined)
  if (!repeated) return
  throw new Error(`Decision ${repeated.sequence} on transaction ${repeated.sourceId} was posted before it was made.`)
}

/** What is due for an order in a state, in USD. */
function getDues({ status, fee, ...own }: OrderState, by: OrderExchange) {
  return { commission: status === 'CONFIRMED' ? (toUsd(own, by)?.commission ?? 0n) : 0n, fee }
}

/** Computes what a decision changes of what is due. */
export function getDueChange({ order, after }: DecidedOrder): { commission: Amount; fee: Amount } {
  const [was, is] = [getDues(order, order.exchange), getDues(after, order.exchange)]
  return { commission: is.commission - was.commission, fee: is.fee - was.fee }
}

function toEntry({ order, after }: DecidedOrder): NewEntry {
  const isConfirmed = (status: TransactionStatus) => status === 'CONFIRMED'
  const [was, is] = [isConfirmed(order.status), isConfirmed(after.status)]
  const coverOf = (state: OrderState) => ({ commission: state.coveredCommission, fee: state.coveredFee })
  return {
    publisherId: order.publisherId,
    kind: was && is ? 'amendment' : is ? 'confirmation' : 'reversal',
    sourceKind: 'transaction',
    sourceId: order.transactionId,
    sequence: order.sequence + 1,
    postings: buildDuesPostings({
      advertiserId: order.advertiserId,
      before: getDues(order, order.exchange),
      after: getDues(after, order.exchange),
      coveredBefore: coverOf(order),
      coveredAfter: coverOf(after),
    }),
    line: { transactionId: order.transactionId, amount: after.coveredCommission - order.coveredCommission },
  }
}
