import { Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/invitations-page'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { findRenewal, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readList } from '#platform/web/read-list.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx'
import { ActionForm, FormMessage } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { RowRefusal } from '#ui/row-refusal.tsx'
import { ownInvitationList } from '#domains/partners/invitations/contract/lists.ts'
import { listOwnInvitationsCall, muteInvitationsCall } from '#domains/partners/invitations/contract/publisher.ts'
import type { InvitationView } from '#domains/partners/invitations/contract/publisher.ts'
import { InvitationBadge } from '#domains/partners/invitations/web/invitation-badge.tsx'
import { LastDay } from '#domains/partners/invitations/web/last-day.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { query, list } = readList(request, ownInvitationList)
  const { data } = await context.get(callContext)(listOwnInvitationsCall, { query })
  return {
    ...getPageMeta(context, 'invitations.own.listTitle', ['invitations']),
    ...data,
    list,
    filter: query['filter'] === 'open' ? ('open' as const) : ('all' as const),
    page: pageInSearch(query, 20),
  }
}

/** Lets a muted brand invite the publisher again. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const params = { advertiser_id: readText(form, 'advertiser_id') }
  const unmute = () => context.get(callContext)(muteInvitationsCall, { params, body: { mute: false } })
  return runIntent(context, form, { unmute })
}

export const meta: Route.MetaFunction = titleMeta

export default function OwnInvitationsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <OwnInvitations loaded={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function OwnInvitations({ loaded, answer }: { loaded: Loaded; answer: IntentAnswer | undefined }) {
  const t = useTexts('invitations')
  const { invitations, count, muted, list, filter, page } = loaded
  const options = (['all', 'open'] as const).map((value) => ({ value, label: t(`own.${value}`) }))
  const filters = (
    <FilterBar fields={['filter']}>
      <FilterSelect name="filter" label={t('own.filter')} value={filter} options={options} />
    </FilterBar>
  )
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/advertisers">{t('own.directory')}</Link>}
        title={t('own.listTitle')}
        text={t('own.listText')}
      />
      <RowRefusal answer={answer} />
      {answer?.ok && <FormMessage tone="good">{t('own.done.unmute')}</FormMessage>}
      <ListPanel list={list} page={page} sizes={LIST_PAGE_SIZES} count={count} filters={filters}>
        <DataTable
          label={t('own.listTitle')}
          columns={useColumns()}
          rows={invitations}
          rowKey={({ invitation_id: id }) => id}
          empty={
            filter === 'open' ? (
              <EmptyState title={t('own.emptyOpen')} />
            ) : (
              <EmptyState title={t('own.empty')} text={t('own.emptyText')} />
            )
          }
        />
      </ListPanel>
      {muted.length > 0 && <Muted muted={muted} answer={answer} />}
    </>
  )
}

function useColumns(): Column<InvitationView>[] {
  const t = useTexts('invitations')
  return [
    {
      key: 'brand',
      header: t('own.brand'),
      isTitle: true,
      cell: ({ invitation_id: id, advertiser_name: name }) => (
        <CellText mark={name}>
          <Link to={`/invitations/${id}`}>{name}</Link>
        </CellText>
      ),
    },
    {
      key: 'offer',
      header: t('own.offer'),
      place: 'detail',
      cell: ({ offers }) =>
        offers.length === 0
          ? t('own.ordinaryOffer')
          : offers.map(({ action_type: event, text }) => `${event} ${text}`).join(' · '),
    },
    {
      key: 'until',
      header: t('own.until'),
      place: 'more',
      cell: ({ expires_at: at }) => <LastDay expiresAt={at} />,
    },
    {
      key: 'status',
      header: t('list.column.status'),
      align: 'end',
      place: 'figure',
      cell: ({ status }) => <InvitationBadge status={status} />,
    },
  ]
}

function Muted({ muted, answer }: { muted: Loaded['muted']; answer: IntentAnswer | undefined }) {
  const t = useTexts('invitations')
  return (
    <Panel title={t('own.mutedTitle')} text={t('own.mutedText')}>
      <ul className="plain-list">
        {muted.map(({ advertiser_id: id, advertiser_name: name, muted_at: at }) => {
          const day = <DateText value={at} />
          return (
            <Group key={id} component="li" justify="space-between" gap="xs" py={6}>
              <Text>
                {name}
                <Text span c="dimmed">
                  {' '}
                  {t.rich('own.mutedOn', { day: () => day })}
                </Text>
              </Text>
              <ActionForm intent="unmute" result={findRenewal(answer)}>
                <HiddenField name="advertiser_id" value={id} />
                <Button type="submit" variant="default" size="xs">
                  {t('own.unmute')}
                </Button>
              </ActionForm>
            </Group>
          )
        })}
      </ul>
    </Panel>
  )
}
