import { useTexts } from '#platform/web/texts.tsx'
import type { PerformanceRow } from '../contract/calls.ts'

/** Returns the function that reads the label of a row: its day, its site, its advertiser or its sub id. */
export function useRowLabel(): (row: PerformanceRow) => string {
  const other = useTexts('reports')('sub_id.other')
  return (row) => row.unit ?? row.site ?? row.advertiser__name ?? row.sub_id ?? other
}
