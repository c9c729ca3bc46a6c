import type { Selectable } from 'kysely'
import type { Period, States } from './contract.ts'
import { getAccountState, getFinalAt, isOwn } from './rules.ts'
import type { AccountStateTable } from './tables.ts'

type Row = Selectable<AccountStateTable>

function viewPeriod(row: Row, ownerId: bigint): Period {
  return {
    state: row.state,
    reason: row.reason,
    began_at: row.beganAt.toISOString(),
    is_own: isOwn(row, ownerId),
    ended_at: row.endedAt?.toISOString() ?? null,
    end_reason: row.endReason,
  }
}

interface Owner {
  /** The account of the publisher. */
  ownerId: bigint
  /** An erased account has no login, so its publisher cannot reopen it. */
  isErased: boolean
  now: Date
}

/** Builds the state of an account from its periods, the latest first. */
export function viewStates(rows: readonly Row[], { ownerId, isErased, now }: Owner): States {
  const open = rows.filter(({ endedAt }) => endedAt === null)
  const closing = open.find((row) => row.state === 'closed' && isOwn(row, ownerId))
  const finalAt = closing && getFinalAt(closing.beganAt)
  return {
    state: getAccountState(open),
    open: open.map((row) => viewPeriod(row, ownerId)),
    history: rows.map((row) => viewPeriod(row, ownerId)),
    reopen_until: finalAt && finalAt > now && !isErased ? finalAt.toISOString() : null,
  }
}
