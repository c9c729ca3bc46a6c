import { useTexts } from '#platform/web/texts.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { OrphanView } from '../contract/orphans.ts'

/** Says why a publisher is suggested for an order without a click. */
export function OrphanClue({ suggestion }: { suggestion: OrphanView['suggestions'][number] }) {
  const t = useTexts('tracking-health')
  const { clue, clicked_at: clickedAt, percent } = suggestion
  const date = () => clickedAt !== null && <DateText value={clickedAt} />
  return t.rich(`orphans.clue.${clue}`, { percent: percent ?? 0, date })
}
