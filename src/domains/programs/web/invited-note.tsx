import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'

/** An open invitation of an advertiser; its offer is null for the ordinary rates. */
export interface Invited {
  invitation_id: number
  offer: { action_type: string; text: string } | null
}

/** What a brand offers beside its ordinary rates, and the way to the invitation. Needs the texts `programs`. */
export function InvitedNote({ invited: { invitation_id: id, offer }, name }: { invited: Invited; name: string }) {
  const t = useTexts('programs')
  return (
    <>
      <Text data-extra maw="14rem" c="dimmed" fz="0.86rem" lh={1.4}>
        {offer === null ? t('offers.invited') : t('offers.invitedTo', { offer: `${offer.action_type} ${offer.text}` })}
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
