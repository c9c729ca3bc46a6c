import { useTexts } from '#platform/web/texts.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Verdict } from '../rules/verdict.ts'

/** Whether a hit counts, and if not, the short reason. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const t = useTexts('hits')
  return <StatusBadge status={verdict === 'payable' ? 'RECORDED' : 'CLOSED'} label={t(`verdict.${verdict}`)} />
}
