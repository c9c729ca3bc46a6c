import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { ReactNode } from 'react'
import type { Route } from './+types/invitation-page'
import type { Call } from '#kernel/endpoint.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { CheckboxField, TextAreaField } from '#ui/fields.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import {
  acceptInvitationCall,
  declineInvitationCall,
  getOwnInvitationCall,
  muteInvitationsCall,
} from '#domains/partners/invitations/contract/publisher.ts'
import type { InvitationDetail } from '#domains/partners/invitations/contract/publisher.ts'
import { MAX_INVITATION_TEXT, REPEAT_DAYS } from '#domains/partners/invitations/rules/vocabulary.ts'
import type { OfferComparison } from '#domains/partners/invitations/rules/vocabulary.ts'
import { InvitationBadge } from '#domains/partners/invitations/web/invitation-badge.tsx'
import { LastDay } from '#domains/partners/invitations/web/last-day.tsx'
import { getMerchantCall } from '#domains/programmes/programs/contract/merchant.ts'
import type { Merchant } from '#domains/programmes/programs/contract/merchant.ts'
import { Conditions } from '#domains/programmes/programs/web/conditions.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { data } = await call(getOwnInvitationCall, { params: { invitation_id: params.invitationId } })
  return {
    ...getPageMeta(context, 'invitations.own.listTitle', ['invitations', 'programs']),
    invitation: data,
    merchant: await findMerchant(call, data),
  }
}

/** Loads the programme, which is public while it takes publishers. */
async function findMerchant(call: Call, invitation: InvitationDetail): Promise<Merchant | null> {
  const { status, obstacle, public_id, slug } = invitation
  if (status !== 'sent' || obstacle !== null) return null
  return (await call(getMerchantCall, { params: { public_id, slug } })).data
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const invitation = { params: { invitation_id: params.invitationId } }
  const mute = (isMuted: boolean) => () => {
    const advertiser = { advertiser_id: readText(form, 'advertiser_id') }
    return call(muteInvitationsCall, { params: advertiser, body: { mute: isMuted } })
  }
  return runIntent(context, form, {
    accept: () => call(acceptInvitationCall, { ...invitation, body: { mark: readText(form, 'mark') } }),
    decline: () =>
      call(declineInvitationCall, {
        ...invitation,
        body: { reason: readText(form, 'reason'), mute: readText(form, 'mute') === 'on' },
      }),
    mute: mute(true),
    unmute: mute(false),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function OwnInvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <OwnInvitation {...loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface InvitationProps {
  invitation: InvitationDetail
  answer: IntentAnswer | undefined
}

function OwnInvitation({ invitation, merchant, answer }: InvitationProps & { merchant: Merchant | null }) {
  const t = useTexts('invitations')
  const { advertiser_name: advertiser, status, obstacle } = invitation
  const isOpen = status === 'sent'
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/invitations">{t('own.listTitle')}</Link>}
        title={t('own.title', { advertiser })}
        text={isOpen ? t('own.text') : <InvitationBadge status={status} />}
      />
      {answer?.ok && (
        <FormMessage tone="good">
          {t(`own.done.${answer.intent as 'accept' | 'decline' | 'mute' | 'unmute'}`)}
        </FormMessage>
      )}
      {!isOpen && <Ended invitation={invitation} answer={answer} />}
      <Panel>
        <Stack gap="lg">
          <OfferFacts invitation={invitation} />
          {isOpen && obstacle !== null && (
            <Alert color="warn" title={t('own.obstacle')}>
              {obstacle}
            </Alert>
          )}
          {isOpen && obstacle === null && <Acceptance invitation={invitation} answer={answer} />}
        </Stack>
      </Panel>
      {merchant && (
        <Panel title={t('own.conditions')}>
          <Conditions merchant={merchant} />
        </Panel>
      )}
      {isOpen && <Declining invitation={invitation} answer={answer} />}
    </>
  )
}

const COMPARISONS = {
  higher: 'own.insteadHigher',
  equal: 'own.insteadEqual',
  lower: 'own.insteadLower',
  other_kind: 'own.insteadOther',
} as const satisfies Record<OfferComparison, string>

/** What is offered, beside the ordinary rates. */
function OfferFacts({ invitation }: Pick<InvitationProps, 'invitation'>) {
  const t = useTexts('invitations')
  const { offers, ordinary, message, advertiser_id: advertiserId } = invitation
  const rates = ordinary.map(({ action_type: event, text }) => `${event} ${text}`).join(' · ')
  // Once it is accepted, an offer is the rate that holds.
  const isOpen = invitation.status === 'sent'
  return (
    <Facts
      facts={[
        [
          t('own.offer'),
          offers.length === 0 ? (
            t('own.ordinaryOffer')
          ) : (
            <Stack key="offers" gap={4}>
              {offers.map(({ action_type: event, text, comparison }) => (
                <Text key={event} inherit>
                  <Text span inherit fw={650}>
                    {event} {text}
                  </Text>
                  {isOpen && comparison !== null && (
                    <Text span inherit c={comparison === 'lower' ? 'var(--warn)' : 'dimmed'}>
                      , {t(COMPARISONS[comparison])}
                    </Text>
                  )}
                </Text>
              ))}
            </Stack>
          ),
        ],
        isOpen && [
          t('own.ordinary'),
          <span key="ordinary">
            {rates || '–'}{' '}
            <Anchor component={Link} to={`/rates/${advertiserId}`}>
              {t('own.rates')}
            </Anchor>
          </span>,
        ],
        [t('own.until'), <LastDay key="until" expiresAt={invitation.expires_at} />],
        message !== '' && [
          t('own.message'),
          <Text key="message" inherit style={{ whiteSpace: 'pre-line' }}>
            {message}
          </Text>,
        ],
      ]}
    />
  )
}

function Acceptance({ invitation, answer }: InvitationProps) {
  const t = useTexts('invitations')
  return (
    <ActionForm intent="accept" result={answerTo(answer, 'accept')}>
      <HiddenField name="mark" value={invitation.mark} />
      <Text c="dimmed">{t(invitation.offers.length === 0 ? 'own.acceptOrdinaryText' : 'own.acceptText')}</Text>
      <Group>
        <SubmitButton>{t('own.accept')}</SubmitButton>
      </Group>
    </ActionForm>
  )
}

function Declining({ invitation, answer }: InvitationProps) {
  const t = useTexts('invitations')
  return (
    <Panel title={t('own.declineTitle')} text={t('own.declineText', { days: REPEAT_DAYS.declined })}>
      <ActionForm intent="decline" result={answerTo(answer, 'decline')}>
        <TextAreaField
          name="reason"
          label={t('own.reason')}
          description={t('own.reasonHint')}
          maxLength={MAX_INVITATION_TEXT}
        />
        <CheckboxField name="mute" label={t('own.mute', { advertiser: invitation.advertiser_name })} />
        <Group>
          <Button type="submit" variant="default">
            {t('own.decline')}
          </Button>
        </Group>
      </ActionForm>
    </Panel>
  )
}

/** How the invitation ended, and what comes next. */
function Ended({ invitation, answer }: InvitationProps) {
  const t = useTexts('invitations')
  const { status, ended_at: endedAt, expires_at: expiresAt, is_muted: isMuted, advertiser_id: id } = invitation
  if (status === 'sent') return null
  const day = (): ReactNode => <DateText value={endedAt ?? expiresAt} />
  const next = isMuted ? 'unmute' : 'mute'
  return (
    <Panel>
      <Stack gap="md">
        <Text>{t.rich(`own.is.${status}`, { day })}</Text>
        {status === 'accepted' ? (
          <Group>
            <Button component={Link} to="/custom_link">
              {t('own.makeLink')}
            </Button>
          </Group>
        ) : (
          <ActionForm intent={next} result={answerTo(answer, next)}>
            <HiddenField name="advertiser_id" value={id} />
            <Group>
              <Button type="submit" variant="default" size="sm">
                {t(isMuted ? 'own.unmute' : 'own.muteAct')}
              </Button>
            </Group>
          </ActionForm>
        )}
      </Stack>
    </Panel>
  )
}
