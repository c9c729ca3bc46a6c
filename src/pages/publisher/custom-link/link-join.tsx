import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { OfferedSetupFacts } from '#domains/partners/setup/web/offered-setup.tsx'
import { JoinDialog } from '#domains/programmes/programs/web/join-dialog.tsx'
import type { LoadedJoin } from './load-join.ts'

interface LinkJoinProps {
  join: LoadedJoin
  isOpen: boolean
  onClose: () => void
  answer: IntentAnswer | undefined
  /** What makes the links again once the programme is joined. */
  fields: Readonly<Record<string, string>>
}

/** The dialog that joins the programme of a pasted address. */
export function LinkJoin({ join: { texts, merchant, setup, invited }, isOpen, ...props }: LinkJoinProps) {
  return (
    <TextsProvider texts={texts}>
      <JoinDialog
        {...props}
        merchant={isOpen ? merchant : null}
        setup={
          <>
            {setup && <OfferedSetupFacts setup={setup} />}
            {invited && <InvitationNote id={invited.invitation_id} />}
          </>
        }
      />
    </TextsProvider>
  )
}

/** Leads to the invitation of the brand, which may offer more than its ordinary rates. */
function InvitationNote({ id }: { id: number }) {
  const t = useTexts('programs')
  return (
    <Text>
      {t('offers.invited')}{' '}
      <Anchor component={Link} to={`/invitations/${id}`}>
        {t('offers.readInvitation')}
      </Anchor>
    </Text>
  )
}
