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

/** Builds the state of an account from its periods, the latest first; `ownerId` is the account of the publisher. */
export function viewStates(rows: readonly Row[], { ownerId, now }: { ownerId: bigint; now: Date }): States {
  const open = rows.filter(({ endedAt }) => endedAt === null)
  const closing = open.find((row) => row.state === 'closed' && isOwn(row, ownerId))
  const finalAt = closing && getFinalAt(closing.beganAt)
  return {
    state: getAccountState(open),
    open: open.map((row) => viewPeriod(row, ownerId)),
    history: rows.map((row) => viewPeriod(row, ownerId)),
    reopen_until: finalAt && finalAt > now ? finalAt.toISOString() : null,
  }
}
