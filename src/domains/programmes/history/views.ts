import type { Role } from '#kernel/actor.ts'
import type { HistoryLine } from './contract.ts'
import type { HistoryRow } from './queries.ts'
import { HISTORY_DETAILS, isHistoryAction } from './rules.ts'

/** Builds the lines of a history for a reader, who reads the names of its own side; operators read all names. */
export function viewHistory(rows: readonly HistoryRow[], reader: Role): HistoryLine[] {
  return rows.flatMap((row) => {
    const { action, role, displayName, group } = row
    if (!isHistoryAction(action)) return []
    const isNamed = reader === 'operator' || role === reader
    return [
      {
        id: Number(row.id),
        action,
        happened_at: row.createdAt.toISOString(),
        acted_as: role ?? 'network',
        acted_by: isNamed ? displayName : null,
        details: { ...pickDetails(row.details), ...(group !== null && { group }) },
      },
    ]
  })
}

function pickDetails(details: unknown): HistoryLine['details'] {
  const given = new Map(Object.entries(typeof details === 'object' && details !== null ? details : {}))
  return Object.fromEntries(
    HISTORY_DETAILS.flatMap((name) => {
      const value: unknown = given.get(name)
      const isText = (typeof value === 'string' && value !== '') || typeof value === 'number'
      return isText ? [[name, String(value)]] : []
    }),
  )
}
