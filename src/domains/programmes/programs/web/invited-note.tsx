import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'

/** An open invitation of an advertiser, without offers to the ordinary rates. */
export interface Invited {
  invitation_id: number
  offers: readonly { action_type: string; text: string }[]
}

/** What a brand offers beside its ordinary rates, and the way to the invitation. Needs the texts `programs`. */
export function InvitedNote({ invited: { invitation_id: id, offers }, name }: { invited: Invited; name: string }) {
  const t = useTexts('programs')
  const offer = offers.map(({ action_type: event, text }) => `${event} ${text}`).join(' · ')
  return (
    <>
      <Text data-extra maw="14rem" c="dimmed" fz="0.86rem" lh={1.4}>
        {offers.length === 0 ? t('offers.invited') : t('offers.invitedTo', { offer })}
      </Text>
      <Button
        component={Link}
        to={`/invitations/${id}`}
        size="xs"
        // Links in tables have the colour of links.
        style={{ color: 'var(--button-color)' }}
        aria-label={t('offers.readInvitationOf', { name })}
      >
        {t('offers.readInvitation')}
      </Button>
    </>
  )
}
