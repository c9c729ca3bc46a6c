import { Text } from '@mantine/core'
import {
  IconAlarm,
  IconCheck,
  IconDoorExit,
  IconMessage,
  IconMessageQuestion,
  IconPlayerPause,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import type { TimelineEntry } from '#ui/object-timeline.tsx'
import type { Tone } from '#ui/theme.ts'
import type { MembershipEventView } from '../contract/requests.ts'

const LOOKS: Record<MembershipEventView['kind'], { icon: ReactNode; tone: Tone }> = {
  request: { icon: <IconUserPlus size={20} />, tone: 'brand' },
  ask: { icon: <IconMessageQuestion size={20} />, tone: 'warn' },
  answer: { icon: <IconMessage size={20} />, tone: 'brand' },
  approve: { icon: <IconCheck size={20} />, tone: 'good' },
  decline: { icon: <IconX size={20} />, tone: 'bad' },
  suspend: { icon: <IconPlayerPause size={20} />, tone: 'bad' },
  leave: { icon: <IconDoorExit size={20} />, tone: 'warn' },
  overdue: { icon: <IconAlarm size={20} />, tone: 'warn' },
  accept: { icon: <IconCheck size={20} />, tone: 'good' },
}

/** Builds the entries of a membership in a timeline. Needs the texts `memberships`. */
export function useEventEntries(events: readonly MembershipEventView[]): TimelineEntry[] {
  const t = useTexts('memberships')
  return events.map(({ sequence, kind, acted_as: actor, happened_at: at, text, methods, rule_no: rule }) => ({
    ...LOOKS[kind],
    key: `membership-${sequence}`,
    title: t(`event.${kind}`),
    at,
    actor: rule === null ? t(`actor.${actor}`) : t('actor.rule', { rule }),
    children: (
      <>
        {methods.length > 0 && <Text>{methods.join(', ')}</Text>}
        {text !== '' && <Text style={{ whiteSpace: 'pre-line' }}>{text}</Text>}
      </>
    ),
  }))
}
