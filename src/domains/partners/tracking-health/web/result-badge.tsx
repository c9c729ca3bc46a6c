import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Status } from '#ui/status-badge.tsx'
import type { DryRunView } from '../contract/postbacks.ts'

const BADGES: Record<DryRunView['result'], Status> = {
  recorded: 'RECORDED',
  duplicate: 'DUPLICATE',
  rejected: 'REJECTED',
  accepted: 'ACCEPTED',
  decided: 'DECIDED',
  unchanged: 'UNCHANGED',
  retry: 'REVIEW',
  test: 'RECORDED',
}

interface ResultBadgeProps {
  result: DryRunView['result']
  reason?: DryRunView['reason']
  /** The sentence of the reason. */
  message?: string | null
  hints?: DryRunView['hints']
}

/**
 * What a postback is answered, with the reason and what is odd about its parameters as sentences. A test is a test,
 * although the shop reads `rejected`.
 */
export function ResultBadge({ result, reason = null, message = null, hints = [] }: ResultBadgeProps) {
  const t = useTexts('tracking-health')
  const shown = reason === 'test' ? 'test' : result
  return (
    <CellText details={[message, ...hints.map((hint) => hint.message)]}>
      <StatusBadge status={BADGES[shown]} label={t(`result.${shown}`)} />
    </CellText>
  )
}
