import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'

/** An open invitation of an advertiser, without offers to the ordinary rates. */
export interface Invited {
  invitation_id: number
  offers: readonly { action_type: string; text: string }[]
}

/** Says what a brand offers beside its ordinary rates. Needs the texts `programs`. */
export function InvitedNote({ invited: { offers } }: { invited: Invited }) {
  const t = useTexts('programs')
  const offer = offers.map(({ action_type: event, text }) => `${event} ${text}`).join(' · ')
  return offers.length === 0 ? t('offers.invited') : t('offers.invitedTo', { offer })
}

/** Leads to the invitation. Needs the texts `programs`. */
export function InvitationLink({ invited, name }: { invited: Invited; name: string }) {
  const t = useTexts('programs')
  return (
    <Button
      component={Link}
      to={`/invitations/${invited.invitation_id}`}
      size="xs"
      // Links in tables have the colour of links.
      style={{ color: 'var(--button-color)' }}
      aria-label={t('offers.readInvitationOf', { name })}
    >
      {t('offers.readInvitation')}
    </Button>
  )
}
