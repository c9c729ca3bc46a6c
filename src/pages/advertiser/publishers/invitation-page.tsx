import { Stack, Title } from '@mantine/core'
import type { Route } from './+types/invitation-page'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { Facts } from '#ui/facts.tsx'
import { useAfterAnswer } from '#ui/next-row.ts'
import { ObjectTimeline } from '#ui/object-timeline.tsx'
import { RouteDrawer } from '#ui/route-drawer.tsx'
import { TeamGate } from '#ui/team-gate.tsx'
import { ToastCard } from '#ui/toast-card.tsx'
import { showToast } from '#ui/toasts.ts'
import { getInvitationCall, withdrawInvitationCall } from '#domains/partners/invitations/contract/advertiser.ts'
import type { SentInvitationView } from '#domains/partners/invitations/contract/advertiser.ts'
import { REPEAT_DAYS } from '#domains/partners/invitations/rules/vocabulary.ts'
import { InvitationBadge } from '#domains/partners/invitations/web/invitation-badge.tsx'
import { useInvitationEntries } from '#domains/partners/invitations/web/invitation-entries.tsx'
import { LastDay } from '#domains/partners/invitations/web/last-day.tsx'
import { OfferText } from '#domains/partners/invitations/web/sent-columns.tsx'

const LIST_PATH = '/brand/publishers/invitations'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(getInvitationCall, { params: { invitation_id: params.invitationId } })
  return { invitation: data, ...getPageMeta(context, 'invitations.list.title', ['invitations']) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const invitation = { params: { invitation_id: params.invitationId } }
  return runIntent(context, form, { withdraw: () => call(withdrawInvitationCall, invitation) })
}

export const meta: Route.MetaFunction = titleMeta

export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Invitation invitation={loaderData.invitation} answer={actionData} />
    </TextsProvider>
  )
}

interface InvitationProps {
  invitation: SentInvitationView
  answer: IntentAnswer | undefined
}

function Invitation({ invitation, answer }: InvitationProps) {
  const t = useTexts('invitations')
  const { publisher_name: publisher, status, version } = invitation
  useAfterAnswer(LIST_PATH, answer, (given) => {
    if (given.ok) showToast({ text: t('detail.withdrawn') })
  })
  return (
    <RouteDrawer
      listPath={LIST_PATH}
      title={publisher}
      text={invitation.country?.name}
      actions={
        <>
          <InvitationBadge status={status} />
          {status === 'sent' && (
            <TeamGate act="run_programme">
              <ConfirmAction
                tone="bad"
                size="sm"
                label={t('detail.withdraw')}
                title={t('detail.withdrawTitle', { publisher })}
                text={t('detail.withdrawText', { days: REPEAT_DAYS.withdrawn })}
                confirmLabel={t('detail.withdraw')}
                intent="withdraw"
                result={answerTo(answer, 'withdraw')}
              />
            </TeamGate>
          )}
        </>
      }
    >
      <Stack gap="lg">
        <Facts
          facts={[
            [t('detail.offer'), <OfferText key="offer" invitation={invitation} />],
            [t('detail.until'), <LastDay key="until" expiresAt={invitation.expires_at} />],
            version !== null && [t('detail.version'), t('detail.versionText', { version })],
          ]}
        />
        <Stack gap="sm">
          <Title order={3} fz="md">
            {t('detail.history')}
          </Title>
          <ObjectTimeline entries={useInvitationEntries([invitation])} />
        </Stack>
      </Stack>
      <ToastCard />
    </RouteDrawer>
  )
}
