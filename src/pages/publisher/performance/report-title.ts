import type { Texts } from '#texts/texts.ts'
import type { ReportType } from '#domains/reports/contract/vocabulary.ts'

/** The title of a report page. */
export function reportTitle(loaded: { texts: Texts; brand: string } | undefined, type: ReportType) {
  const texts = loaded?.texts.reports?.[type] as { title?: string } | undefined
  return [{ title: `${texts?.title ?? ''} · ${loaded?.brand ?? ''}` }]
}
