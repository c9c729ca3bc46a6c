import { Text } from '@mantine/core'
import { useSession } from '#platform/web/session.tsx'

/** The keys that decide the order of a drawer. */
export const DECISION_KEYS = { confirm: 'a', cancel: 'c', amend: 'p', hold: 'h' } as const

/** The key of a decision, behind the label of its button; nothing for a reader who has switched shortcuts off. */
export function KeyHint({ decision }: { decision: keyof typeof DECISION_KEYS }) {
  const { actor } = useSession()
  if (actor?.hasShortcuts === false) return null
  return (
    <Text span fz="xs" ml="xs" opacity={0.7} visibleFrom="sm" aria-hidden>
      {DECISION_KEYS[decision].toUpperCase()}
    </Text>
  )
}
