import type { PerformanceRow } from '../contract/calls.ts'

/** What a row stands for, as text: its day, its site or its advertiser. */
export function getRowLabel(row: PerformanceRow): string {
  return row.unit ?? row.site ?? row.advertiser__name ?? ''
}
