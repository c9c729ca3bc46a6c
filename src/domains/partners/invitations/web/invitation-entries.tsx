import { Text } from '@mantine/core'
import { IconCheck, IconClockOff, IconMailForward, IconMailOff, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import type { TimelineEntry } from '#ui/object-timeline.tsx'
import type { Tone } from '#ui/theme.ts'
import type { SentInvitationView } from '../contract/advertiser.ts'
import type { InvitationStatus } from '../rules/vocabulary.ts'
import { OfferText } from './sent-columns.tsx'

const ICONS: Record<InvitationStatus, { icon: ReactNode; tone: Tone; actor: 'publisher' | 'advertiser' | 'system' }> = {
  sent: { icon: <IconMailForward size={20} />, tone: 'brand', actor: 'advertiser' },
  accepted: { icon: <IconCheck size={20} />, tone: 'good', actor: 'publisher' },
  declined: { icon: <IconX size={20} />, tone: 'bad', actor: 'publisher' },
  expired: { icon: <IconClockOff size={20} />, tone: 'idle', actor: 'system' },
  withdrawn: { icon: <IconMailOff size={20} />, tone: 'warn', actor: 'advertiser' },
}

/** Builds the entries of invitations in a timeline. Needs the texts `invitations`. */
export function useInvitationEntries(invitations: readonly SentInvitationView[]): TimelineEntry[] {
  const t = useTexts('invitations')
  return invitations.flatMap((invitation) => {
    const { invitation_id: id, status, sent_at: sentAt, sent_by: by, ended_at: endedAt, message, reason } = invitation
    const build = (kind: InvitationStatus, at: string): Omit<TimelineEntry, 'children'> => ({
      key: `invitation-${id}-${kind}`,
      icon: ICONS[kind].icon,
      tone: ICONS[kind].tone,
      title: t(`event.${kind}`),
      at,
      actor: (kind === 'sent' ? by : null) ?? t(`actor.${ICONS[kind].actor}`),
    })
    const sent: TimelineEntry = {
      ...build('sent', sentAt),
      children: (
        <>
          <OfferText invitation={invitation} />
          {message !== '' && <Text style={{ whiteSpace: 'pre-line' }}>{message}</Text>}
        </>
      ),
    }
    if (endedAt === null) return [sent]
    return [sent, { ...build(status, endedAt), children: reason !== '' && <Text>{reason}</Text> }]
  })
}
