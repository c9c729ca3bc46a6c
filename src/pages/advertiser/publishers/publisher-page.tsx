import { Stack } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/publisher-page'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { Facts } from '#ui/facts.tsx'
import { FormMessage } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { DateText } from '#ui/money-text.tsx'
import { NOTE_INTENT } from '#ui/note-intent.ts'
import { NoteForm } from '#ui/notes.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { TeamGate } from '#ui/team-gate.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import { getRelationshipCall, notePublisherCall } from '#domains/partners/memberships/contract/relationship.ts'
import type { RelationshipView } from '#domains/partners/memberships/contract/relationship.ts'
import { decidePublisherCall } from '#domains/partners/memberships/contract/requests.ts'
import { FIGURE_DAYS, MEMBER_MEASURES } from '#domains/partners/memberships/rules/vocabulary.ts'
import { Tags } from './member-columns.tsx'
import { LabelActions } from '#domains/partners/memberships/web/label-actions.tsx'
import { listInvitationsCall } from '#domains/partners/invitations/contract/advertiser.ts'
import type { SentInvitationView } from '#domains/partners/invitations/contract/advertiser.ts'
import { ReasonField } from '#domains/partners/memberships/web/reason-field.tsx'
import { ProfileFacts, SiteFacts } from '#domains/partners/memberships/web/profile-facts.tsx'
import { RelationshipTimeline } from './relationship-timeline.tsx'
import type { MembershipDecision } from '#domains/programmes/programs/rules.ts'
import { MembershipBadge } from '#domains/programmes/programs/web/badges.tsx'
import { MeasureText } from '#domains/figures/reports/web/measure-text.tsx'
import { labelActs } from './label.server-actions.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const publisher = { params: { publisher_id: params.publisherId } }
  const call = context.get(callContext)
  const { data } = await call(getRelationshipCall, publisher)
  const query = { publisher_id: params.publisherId, page_size: 50 } as const
  const { invitations } = (await call(listInvitationsCall, { query })).data
  const texts = ['memberships', 'programs', 'notes', 'reports', 'claims', 'invitations', 'history', 'rates'] as const
  return { relationship: data, invitations, ...getPageMeta(context, 'memberships.members.title', texts) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const publisher = { params: { publisher_id: params.publisherId } }
  const decide = (decision: MembershipDecision) => () =>
    call(decidePublisherCall, { ...publisher, body: { decision, reason: readText(form, 'reason') } })
  return runIntent(context, form, {
    ...labelActs(call),
    approve: decide('approve'),
    decline: decide('decline'),
    suspend: decide('suspend'),
    [NOTE_INTENT]: () => call(notePublisherCall, { ...publisher, body: { text: readText(form, 'text') } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function PublisherPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Publisher {...loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface PublisherProps {
  relationship: RelationshipView
  answer: IntentAnswer | undefined
}

function Publisher({ relationship, invitations, answer }: PublisherProps & { invitations: SentInvitationView[] }) {
  const t = useTexts('memberships')
  const { member, profile, currency } = relationship
  const reports = useTexts('reports')
  const isDone = answer?.ok && answer.intent !== NOTE_INTENT
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/brand/publishers">{t('members.title')}</Link>}
        title={member.publisher_name}
        text={<MembershipBadge status={member.status} />}
        actions={
          <TeamGate act="run_programme" isBar>
            <Actions relationship={relationship} answer={answer} />
          </TeamGate>
        }
      />
      {isDone && <FormMessage tone="good">{t('label.done')}</FormMessage>}
      <StatRow>
        {MEMBER_MEASURES.map((measure) => (
          <StatCard
            key={measure}
            label={reports(`measure.${measure}`)}
            value={<MeasureText measure={measure} value={member.figures[measure] ?? null} currency={currency} />}
            hint={t('relation.days', { days: FIGURE_DAYS })}
          />
        ))}
      </StatRow>
      <Panel title={t('relation.about')}>
        <Stack gap="lg">
          <RelationFacts relationship={relationship} />
          <ProfileFacts profile={profile} />
          <SiteFacts profile={profile} />
        </Stack>
      </Panel>
      <Panel title={t('relation.history')}>
        <Stack gap="lg">
          <TeamGate act="note">
            <NoteForm count={relationship.notes.length} result={answerTo(answer, NOTE_INTENT)} />
          </TeamGate>
          <RelationshipTimeline relationship={relationship} invitations={invitations} />
        </Stack>
      </Panel>
    </>
  )
}

function RelationFacts({ relationship: { applicant, member } }: Pick<PublisherProps, 'relationship'>) {
  const t = useTexts('memberships')
  return (
    <Facts
      facts={[
        applicant.country !== null && [t('requests.detail.country'), applicant.country.name],
        [
          t('members.lastOrder'),
          member.last_order_on === null ? t('members.noOrder') : <DateText key="last" value={member.last_order_on} />,
        ],
        [t('members.groups'), member.groups.map(({ name }) => name).join(', ') || '–'],
        [t('members.tags'), <Tags key="tags" tags={member.tags} />],
      ]}
    />
  )
}

function Actions({ relationship, answer }: PublisherProps) {
  const t = useTexts('memberships')
  const { decisions, member, groups, tags } = relationship
  const { publisher_id: id, publisher_name: publisher } = member
  return (
    <>
      <LabelActions count={1} groups={groups} tags={tags} answer={answer}>
        <HiddenField name="publisher" value={id} />
      </LabelActions>
      {decisions.includes('suspend') && (
        <ConfirmAction
          size="sm"
          tone="bad"
          label={t('relation.suspend')}
          title={t('relation.suspendTitle', { publisher })}
          text={t('relation.suspendText')}
          confirmLabel={t('relation.suspend')}
          intent="suspend"
          result={answerTo(answer, 'suspend')}
        >
          <ReasonField />
        </ConfirmAction>
      )}
      {decisions.includes('approve') && (
        <ConfirmAction
          size="sm"
          {...(member.status === 'suspended'
            ? {
                label: t('relation.lift'),
                title: t('relation.liftTitle', { publisher }),
                confirmLabel: t('relation.lift'),
              }
            : {
                label: t('requests.approve'),
                title: t('requests.approveTitle', { publisher }),
                confirmLabel: t('requests.approve'),
              })}
          text={t('requests.approveText')}
          intent="approve"
          result={answerTo(answer, 'approve')}
        />
      )}
    </>
  )
}
