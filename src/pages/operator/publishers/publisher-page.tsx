import type { Route } from './+types/publisher-page'
import { beginStateCall, endStateCall, getStatesCall } from '#domains/people/account-states/contract.ts'
import { RESTRICTED_STATES } from '#domains/people/account-states/rules.ts'
import { StatePanel } from '#domains/people/account-states/web/state-panel.tsx'
import { getPublisherCall, switchPublisherSiteCall } from '#domains/people/publishers/contract.ts'
import type { SiteView } from '#domains/people/publishers/contract.ts'
import { SiteTable } from '#domains/people/publishers/web/site-table.tsx'
import type { Call } from '#kernel/endpoint.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, runIntent, readText } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readSearch } from '#platform/web/search.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormMessage } from '#ui/form.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Paginator } from '#ui/paginator.tsx'
import { Panel } from '#ui/panel.tsx'
import { listPublisherMembershipsCall } from '#domains/programmes/programs/contract/membership.ts'
import { decisionActs } from '../join-requests/decide.server-actions.ts'
import { DecisionNotice } from '#domains/programmes/programs/web/decision-notice.tsx'
import { MembershipTable } from '#domains/programmes/programs/web/membership-table.tsx'

const PAGE_SIZE = 20

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const id = { publisher_id: params.publisherId }
  const { page_number = '1' } = readSearch(request) as { page_number?: string }
  const [publisher, programs, states] = await Promise.all([
    call(getPublisherCall, { params: id }),
    call(listPublisherMembershipsCall, { params: id, query: { page_number, page_size: PAGE_SIZE } }),
    call(getStatesCall, { params: id }),
  ])
  const pageMeta = getPageMeta(context, 'publishers.operator.title', ['programs', 'publishers', 'account-states'])
  return { ...pageMeta, publisher: publisher.data, ...programs.data, states: states.data, page: Number(page_number) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const id = { publisher_id: params.publisherId }
  const site = { publisher_id: params.publisherId, key: readText(form, 'key') }
  return runIntent(context, form, {
    ...decisionActs(call),
    activate: () => call(switchPublisherSiteCall, { params: site, body: { is_active: true } }),
    deactivate: () => call(switchPublisherSiteCall, { params: site, body: { is_active: false } }),
    ...stateActs(call, id, readText(form, 'reason')),
  })
}

/** The acts that begin and end the states of the account, by their intents. */
function stateActs(call: Call, params: { publisher_id: string }, reason: string) {
  return Object.fromEntries(
    RESTRICTED_STATES.flatMap((state) => [
      [`begin ${state}`, () => call(beginStateCall, { params, body: { state, reason } })],
      [`end ${state}`, () => call(endStateCall, { params, body: { state, reason } })],
    ]),
  )
}

export const meta: Route.MetaFunction = titleMeta

export default function PublisherPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Publisher data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

function Publisher({ data, answer }: { data: Route.ComponentProps['loaderData']; answer: IntentAnswer | undefined }) {
  const t = useTexts('programs')
  const { publisher } = data
  const isSiteSaved = answer?.ok && ['activate', 'deactivate'].includes(answer.intent)
  return (
    <>
      <PageHeader eyebrow={t('publisher.eyebrow')} title={publisher.name} text={publisher.email} />
      <DecisionNotice answer={answer} />
      {isSiteSaved && <FormMessage tone="good">{t('publisher.saved')}</FormMessage>}
      <Panel title={t('publisher.sites')} text={t('publisher.sitesText')} flush>
        <SiteTable
          sites={publisher.sites}
          empty={<EmptyState art="link" title={t('publisher.noSites')} />}
          renderActions={(site) => <SwitchSite site={site} answer={answer} />}
        />
      </Panel>
      <StatePanel states={data.states} answer={answer} />
      <Panel title={t('publisher.memberships')} text={t('publisher.membershipsText')} flush>
        <MembershipTable
          memberships={data.memberships}
          answer={answer}
          isOfOnePublisher
          empty={<EmptyState title={t('publisher.none')} text={t('publisher.noneText')} />}
        />
        <Paginator page={data.page} pageSize={PAGE_SIZE} count={data.count} />
      </Panel>
    </>
  )
}

function SwitchSite({ site, answer }: { site: SiteView; answer: IntentAnswer | undefined }) {
  const t = useTexts('programs')
  const intent = site.is_active ? 'deactivate' : 'activate'
  return (
    <ConfirmAction
      size="xs"
      {...(site.is_active ? { tone: 'bad' as const } : {})}
      label={t(`publisher.${intent}`)}
      title={t(`publisher.${intent}Title`, { name: site.name })}
      text={t(`publisher.${intent}Text`)}
      confirmLabel={t(`publisher.${intent}`)}
      intent={intent}
      fields={{ key: site.key }}
      result={answerTo(answer, 'activate', 'deactivate')}
    />
  )
}
