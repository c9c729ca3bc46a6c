import type { Generated } from 'kysely'
import type { RestrictedState } from './rules.ts'

/** One period in which the account of a publisher was not active. Open while `endedAt` is null. */
export interface AccountStateTable {
  id: Generated<bigint>
  publisherId: bigint
  state: RestrictedState
  /** What the publisher reads, or why it closed the account itself; then, and once it is erased, it may be empty. */
  reason: string
  beganAt: Date
  beganBy: bigint | null
  endedAt: Date | null
  endedBy: bigint | null
  endReason: string | null
}

/** The tables that this domain owns. */
export interface AccountStateTables {
  accountState: AccountStateTable
}
