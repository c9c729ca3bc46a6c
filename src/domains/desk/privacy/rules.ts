import { DAY_MS } from '#kernel/days.ts'

/** How many days lie between the request of an erasure and the erasure. Until then the account can be kept. */
export const ERASURE_DAYS = 7

/** Returns when an account is erased whose erasure is requested at a time. */
export function getErasureTime(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + ERASURE_DAYS * DAY_MS)
}

/** Why a person cannot have the own account erased without an operator. The codes have sentences. */
export type ErasureObstacle =
  | 'account.erased'
  | 'account.last_operator'
  | 'account.restricted'
  | 'account.open_programme'
  | 'account.open_money'

/** What decides whether an account can be erased. The fields of a business are empty for an account without one. */
export interface ErasureFacts {
  isErased: boolean
  /** Whether the account is the only operator who can sign in. */
  isLastOperator: boolean
  /** Whether the publisher is on hold or suspended by the network. */
  isRestricted: boolean
  /** Whether the account alone owns an advertiser whose programme is neither a draft nor closed. */
  hasOpenProgram: boolean
  /** Whether the account alone owns an advertiser that owes money, has funds, or has orders to decide. */
  hasOpenMoney: boolean
}

/** Finds what keeps a person from having the own account erased; undefined when nothing does. */
export function findErasureObstacle(facts: ErasureFacts): ErasureObstacle | undefined {
  if (facts.isErased) return 'account.erased'
  if (facts.isLastOperator) return 'account.last_operator'
  if (facts.isRestricted) return 'account.restricted'
  if (facts.hasOpenProgram) return 'account.open_programme'
  return facts.hasOpenMoney ? 'account.open_money' : undefined
}

/** Whether an operator can erase an account for its person: any but an erased one and the last operator. */
export function canErase(facts: Pick<ErasureFacts, 'isErased' | 'isLastOperator'>): boolean {
  return !facts.isErased && !facts.isLastOperator
}
