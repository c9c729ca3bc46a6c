import type { PerformanceRow } from '../contract/calls.ts'

/** Reads the label of a row: its day, its site or its advertiser. */
export function getRowLabel(row: PerformanceRow): string {
  return row.unit ?? row.site ?? row.advertiser__name ?? ''
}
