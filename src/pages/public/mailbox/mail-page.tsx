import { Divider, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/mail-page'
import { Facts } from '#ui/facts.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { useSession } from '#platform/web/session.tsx'
import { documentTitle, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { getMailboxMessageCall } from '#domains/people/accounts/contract/mailbox.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const mail = await call(getMailboxMessageCall, { params: { message_id: params.messageId } })
  return { mail, title: documentTitle(context, mail.subject), texts: context.get(sessionContext).texts('accounts') }
}

export const meta: Route.MetaFunction = titleMeta

export default function MailPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Mail mail={loaderData.mail} />
    </TextsProvider>
  )
}

function Mail({ mail }: { mail: Route.ComponentProps['loaderData']['mail'] }) {
  const t = useTexts('accounts')
  const { actor } = useSession()
  return (
    <Stack gap="lg" className={actor ? '' : 'width'} py={actor ? 0 : 'xl'}>
      <PageHeader title={mail.subject} eyebrow={<Link to="/mailbox">{t('mailbox.back')}</Link>} />
      <Panel>
        <Facts
          facts={[
            [t('mailbox.from'), mail.from_address],
            [t('mailbox.to'), mail.to_address],
            [t('mailbox.received'), <DateText key="received" value={mail.received_at} withTime />],
          ]}
        />
        <Divider my="lg" maw="44rem" />
        <Text component="div" maw="44rem" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          <LinkedText text={mail.text} />
        </Text>
      </Panel>
    </Stack>
  )
}

/** A mail's text with links. The HTML of a mail is never rendered, so that a mail cannot run scripts here. */
function LinkedText({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"']+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  )
}
