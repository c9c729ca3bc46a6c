import { Button, Text } from '@mantine/core'
import { redirect } from 'react-router'
import type { Route } from './+types/own-advertisers-page'
import {
  acceptInvitationCall,
  chooseAdvertiserCall,
  listOwnAdvertisersCall,
  listWaitingCall,
} from '#domains/people/teams/contract.ts'
import type { OwnAdvertiserView, InvitationView } from '#domains/people/teams/contract.ts'
import { readLocalPath } from '#kernel/local-path.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readSessionForm } from '#platform/web/form.ts'
import { readText } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { DataTable, RowActions } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { ActionForm } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { orderWaiting } from './order-waiting.ts'
import type { Waiting } from './order-waiting.ts'
import { WaitingPanel } from './waiting-panel.tsx'

/** A link that names another brand leads here, with the page to open then. Of an unknown brand, it opens the page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { data } = await call(listOwnAdvertisersCall)
  const { searchParams } = new URL(request.url)
  const to = readLocalPath(searchParams.get('to'))
  const asked = data.brands.find((advertiser) => String(advertiser.advertiser_id) === searchParams.get('for'))
  if (to !== undefined && (asked === undefined || asked.is_present)) throw redirect(to)
  const waiting = data.brands.length > 1 ? (await call(listWaitingCall)).data : undefined
  return {
    ...getPageMeta(context, 'teams.brands.title', ['teams', 'advertiser-home']),
    ...data,
    waiting: waiting && orderWaiting(waiting, new Date()),
    asked,
    to,
  }
}

/** Switches to a brand, or accepts an invitation and switches to its brand, whatever brand the page was opened for. */
export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readSessionForm(request, context)
  const memberId = readText(form, 'member_id')
  if (memberId === '') await call(chooseAdvertiserCall, { params: { advertiser_id: readText(form, 'advertiser_id') } })
  else await call(acceptInvitationCall, { params: { member_id: memberId } })
  return redirect(readLocalPath(readText(form, 'to')) ?? '/brand')
}

export const meta: Route.MetaFunction = titleMeta

export default function OwnAdvertisersPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <OwnAdvertisers {...loaderData} />
    </TextsProvider>
  )
}

interface OwnAdvertisersProps {
  brands: readonly OwnAdvertiserView[]
  invitations: readonly InvitationView[]
  /** Undefined for an account in one team. */
  waiting: Waiting | undefined
  /** The brand whose link led here, and the page that it opens. */
  asked: OwnAdvertiserView | undefined
  to: string | undefined
}

function OwnAdvertisers({ brands: advertisers, invitations, waiting, asked, to }: OwnAdvertisersProps) {
  const t = useTexts('teams')
  return (
    <>
      <PageHeader title={t('brands.title')} text={t('brands.text')} />
      {asked && to !== undefined && <AskedAdvertiser advertiser={asked} to={to} />}
      {invitations.length > 0 && <Invitations rows={invitations} />}
      {waiting && <WaitingPanel waiting={waiting} />}
      <Panel title={t('brands.present')} flush>
        <DataTable
          label={t('brands.present')}
          columns={useAdvertiserColumns()}
          rows={advertisers}
          rowKey={({ advertiser_id: id }) => id}
        />
      </Panel>
    </>
  )
}

/** Switches to the brand whose link was opened, and goes on to its page. */
function AskedAdvertiser({
  advertiser: { advertiser_id: id, name },
  to,
}: {
  advertiser: OwnAdvertiserView
  to: string
}) {
  const t = useTexts('teams')
  return (
    <Panel title={t('brands.asked', { name })} text={t('brands.askedText', { name })}>
      <ActionForm intent="choose-asked" reloadDocument>
        <HiddenField name="advertiser_id" value={id} />
        <HiddenField name="to" value={to} />
        <Button type="submit">{t('brands.chooseAsked', { name })}</Button>
      </ActionForm>
    </Panel>
  )
}

function useAdvertiserColumns(): Column<OwnAdvertiserView>[] {
  const t = useTexts('teams')
  return [
    { key: 'name', header: t('brands.brand'), isTitle: true, cell: ({ name }) => name },
    { key: 'role', header: t('brands.role'), place: 'figure', cell: ({ role }) => t(`role.${role}`) },
    {
      key: 'act',
      place: 'status',
      header: t('actions'),
      align: 'end',
      cell: ({ advertiser_id: id, name, is_present: isPresent }) =>
        isPresent ? (
          <Text span size="sm" c="dimmed">
            {t('brands.now')}
          </Text>
        ) : (
          <RowActions>
            <ActionForm intent={`choose-${id}`} reloadDocument>
              <HiddenField name="advertiser_id" value={id} />
              <Button type="submit" size="xs" variant="default" aria-label={t('brands.chooseNamed', { name })}>
                {t('brands.choose')}
              </Button>
            </ActionForm>
          </RowActions>
        ),
    },
  ]
}

function useInvitationColumns(): Column<InvitationView>[] {
  const t = useTexts('teams')
  return [
    { key: 'name', header: t('brands.brand'), isTitle: true, cell: ({ name }) => name },
    {
      key: 'until',
      header: t('brands.until'),
      place: 'figure',
      cell: ({ until }) => <DateText value={until} withTime />,
    },
    {
      key: 'act',
      place: 'status',
      header: t('actions'),
      align: 'end',
      cell: ({ member_id: id, name }) => (
        <RowActions>
          <ActionForm intent={`accept-${id}`} reloadDocument>
            <HiddenField name="member_id" value={id} />
            <Button type="submit" size="xs" aria-label={t('brands.acceptNamed', { name })}>
              {t('brands.accept')}
            </Button>
          </ActionForm>
        </RowActions>
      ),
    },
  ]
}

function Invitations({ rows }: { rows: readonly InvitationView[] }) {
  const t = useTexts('teams')
  return (
    <Panel title={t('brands.invitations')} text={t('brands.invitationsText')} flush>
      <DataTable
        label={t('brands.invitations')}
        columns={useInvitationColumns()}
        rows={rows}
        rowKey={({ member_id: id }) => id}
      />
    </Panel>
  )
}
