import { Stack, Title } from '@mantine/core'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Route } from './+types/request-page'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { useAfterAnswer } from '#ui/next-row.ts'
import { ObjectTimeline } from '#ui/object-timeline.tsx'
import { RouteDrawer, pressInDrawer } from '#ui/route-drawer.tsx'
import { useShortcuts } from '#ui/shortcuts.ts'
import { TeamGate } from '#ui/team-gate.tsx'
import { ToastCard } from '#ui/toast-card.tsx'
import { showToast } from '#ui/toasts.ts'
import {
  askApplicantCall,
  decidePublisherCall,
  getJoinRequestCall,
} from '#domains/partners/memberships/contract/requests.ts'
import type { JoinRequestDetail } from '#domains/partners/memberships/contract/requests.ts'
import { useEventEntries } from '#domains/partners/memberships/web/event-entries.tsx'
import { ProfileFacts, SiteFacts } from '#domains/partners/memberships/web/profile-facts.tsx'
import { RequestActions } from '#domains/partners/memberships/web/request-actions.tsx'
import { RequestClock } from '#domains/partners/memberships/web/request-columns.tsx'

const LIST_PATH = '/brand/publishers/requests'

export async function loader({ context, params }: Route.LoaderArgs) {
  const publisher = { publisher_id: params.publisherId }
  const { data } = await context.get(callContext)(getJoinRequestCall, { params: publisher })
  const now = new Date().toISOString()
  return { detail: data, now, ...getPageMeta(context, 'memberships.requests.title', ['memberships']) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const publisher = { params: { publisher_id: params.publisherId } }
  const decide = (decision: 'approve' | 'decline') => () =>
    call(decidePublisherCall, { ...publisher, body: { decision, reason: readText(form, 'reason') } })
  return runIntent(context, form, {
    approve: decide('approve'),
    decline: decide('decline'),
    ask: () => call(askApplicantCall, { ...publisher, body: { question: readText(form, 'question') } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function RequestPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Request {...loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface RequestProps {
  detail: JoinRequestDetail
  now: string
  answer: IntentAnswer | undefined
}

function Request({ detail, now, answer }: RequestProps) {
  const t = useTexts('memberships')
  const { request, profile, events } = detail
  const { publisher_name: publisher } = request
  useDecisionKeys()
  useAfterAnswer(LIST_PATH, answer, (given, openNext) => {
    if (!given.ok) return
    showToast({ text: t(`requests.done.${given.intent as 'approve' | 'decline' | 'ask'}`, { publisher }) })
    openNext()
  })
  return (
    <RouteDrawer
      listPath={LIST_PATH}
      title={publisher}
      text={request.country?.name}
      actions={
        <TeamGate act="run_programme">
          <RequestActions detail={detail} answer={answer} />
        </TeamGate>
      }
    >
      <Stack gap="lg">
        <Facts
          facts={[
            [t('requests.column.clock'), <RequestClock key="clock" request={request} now={now} />],
            [t('requests.detail.methods'), request.methods.join(', ') || t('requests.detail.nothing')],
            request.message !== '' && [t('requests.detail.message'), request.message],
            request.question !== '' && [t('requests.column.asked'), request.question],
          ]}
        />
        <ProfileFacts profile={profile} />
        <Part title={t('requests.detail.sites')}>
          <SiteFacts profile={profile} />
        </Part>
        <Part title={t('requests.detail.history')}>
          <ObjectTimeline entries={useEventEntries(events)} />
        </Part>
      </Stack>
      <ToastCard />
    </RouteDrawer>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="sm">
      <Title order={3} fz="md">
        {title}
      </Title>
      {children}
    </Stack>
  )
}

/** Registers the keys that decide: each presses the button of the drawer, if the request allows it. */
function useDecisionKeys(): void {
  const t = useTexts('memberships')
  const group = useMemo(() => {
    const toShortcut = (keys: string, act: 'approve' | 'reject' | 'ask') => ({
      keys,
      label: t(`requests.${act}`),
      run: () => pressInDrawer(act),
      isInDialog: true,
    })
    return {
      title: t('requests.keys'),
      shortcuts: [toShortcut('a', 'approve'), toShortcut('r', 'reject'), toShortcut('h', 'ask')],
    }
  }, [t])
  useShortcuts(group)
}
