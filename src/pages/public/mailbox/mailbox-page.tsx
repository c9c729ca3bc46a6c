import { Stack } from '@mantine/core'
import { Link, redirect } from 'react-router'
import type { Route } from './+types/mailbox-page'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Paginator } from '#ui/paginator.tsx'
import { Panel } from '#ui/panel.tsx'
import { callContext } from '#platform/web/call-context.ts'
import { readSearch } from '#platform/web/search.ts'
import { useSession } from '#platform/web/session.tsx'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { listMailboxCall, openMailboxCall } from '#domains/people/accounts/contract/mailbox.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token')
  if (token !== null) {
    await context.get(callContext)(openMailboxCall, { body: { token: token.slice(0, 100) } })
    throw redirect('/mailbox')
  }
  const list = await context.get(callContext)(listMailboxCall, { query: readSearch(request) })
  return { ...list, ...getPageMeta(context, 'accounts.mailbox.title', ['accounts']) }
}

export const meta: Route.MetaFunction = titleMeta

export default function MailboxPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Mailbox {...loaderData} />
    </TextsProvider>
  )
}

function Mailbox({ messages, count, page_number, page_size }: Route.ComponentProps['loaderData']) {
  const t = useTexts('accounts')
  const { actor } = useSession()
  return (
    <Stack gap="lg" className={actor ? '' : 'width'} py={actor ? 0 : 'xl'}>
      <PageHeader title={t('mailbox.title')} text={t('mailbox.text')} />
      <Panel flush>
        <DataTable
          label={t('mailbox.label')}
          columns={useColumns()}
          rows={messages}
          rowKey={(mail) => mail.message_id}
          empty={<EmptyState title={t('mailbox.emptyTitle')} text={t('mailbox.emptyText')} />}
        />
      </Panel>
      <Paginator page={page_number} pageSize={page_size} count={count} />
    </Stack>
  )
}

type Item = Route.ComponentProps['loaderData']['messages'][number]

function useColumns(): Column<Item>[] {
  const t = useTexts('accounts')
  return [
    {
      key: 'subject',
      header: t('mailbox.subject'),
      isTitle: true,
      cell: (mail) => <Link to={`/mailbox/${mail.message_id}`}>{mail.subject}</Link>,
    },
    { key: 'to', header: t('mailbox.to'), cell: (mail) => mail.to_address },
    {
      key: 'received',
      header: t('mailbox.received'),
      align: 'end',
      cell: (mail) => <DateText value={mail.received_at} withTime />,
    },
  ]
}
