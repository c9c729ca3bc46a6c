import { Anchor, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { listOwnInvitationsCall } from '#domains/partners/invitations/contract/publisher.ts'
import { LastDay } from '#domains/partners/invitations/web/last-day.tsx'
import type { listRateChangesCall } from '#domains/partners/terms/contract/notices.ts'
import type { Attention } from '#domains/figures/reports/contract/calls.ts'

interface OwnAttention {
  rateChanges: ReplyOf<typeof listRateChangesCall>['data']
  /** The invitations that expire first, and how many there are. */
  invited: Pick<ReplyOf<typeof listOwnInvitationsCall>['data'], 'count' | 'invitations'>
}

/** What the publisher should look at; nothing when all is well. */
export function AttentionPanel({ attention }: { attention: Attention & OwnAttention }) {
  const t = useTexts('dashboard')
  const { idle_sites: sites, stopped_programs: programs, rateChanges, invited } = attention
  if (sites.length + programs.length + rateChanges.length + invited.count === 0) return null
  return (
    <Panel title={t('attention.title')}>
      <ul className="plain-list">
        {invited.invitations.slice(0, MAX_INVITATIONS).map((invitation) => (
          <Invited key={invitation.invitation_id} invitation={invitation} />
        ))}
        {invited.count > MAX_INVITATIONS && (
          <Notice action={<Action to="/invitations?filter=open">{t('attention.seeInvitations')}</Action>}>
            {t('attention.moreInvitations', { count: invited.count - MAX_INVITATIONS })}
          </Notice>
        )}
        {rateChanges.map((change) => (
          <RateChange key={change.advertiser_id} change={change} />
        ))}
        {sites.map(({ key, name }) => (
          <Notice key={key} action={<Action to="/custom_link">{t('attention.makeLink')}</Action>}>
            {t('attention.idleSite', { name })}
          </Notice>
        ))}
        {programs.map(({ advertiser_id: id, advertiser_name: name, status }) => (
          <Notice key={id} action={<Action to="/advertisers">{t('attention.findOther')}</Action>}>
            {t(`attention.${status}`, { name })}
          </Notice>
        ))}
      </ul>
    </Panel>
  )
}

/** The most invitations that are named one by one. */
const MAX_INVITATIONS = 3

function Invited({ invitation }: { invitation: OwnAttention['invited']['invitations'][number] }) {
  const t = useTexts('dashboard')
  const { invitation_id: id, advertiser_name: name, offers, expires_at: expiresAt } = invitation
  const day = () => <LastDay expiresAt={expiresAt} />
  const offer = offers.map(({ action_type: event, text }) => `${event} ${text}`).join(' · ')
  return (
    <Notice action={<Action to={`/invitations/${id}`}>{t('attention.readInvitation')}</Action>}>
      {offers.length === 0
        ? t.rich('attention.invited', { name, day })
        : t.rich('attention.invitedTo', { name, offer, day })}
    </Notice>
  )
}

function RateChange({ change }: { change: OwnAttention['rateChanges'][number] }) {
  const t = useTexts('dashboard')
  const { advertiser_id: id, advertiser_name: name, effective_from: from, is_cut: isCut } = change
  const date = () => <DateText value={from} />
  return (
    <Notice action={<Action to={`/rates/${id}`}>{t('attention.readRates')}</Action>}>
      {t.rich(isCut ? 'attention.lowerRates' : 'attention.newRates', { name, date })}
    </Notice>
  )
}

function Notice({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <Group component="li" justify="space-between" gap="xs" py={6}>
      <Group gap="sm" wrap="nowrap" align="start" flex="1 1 18rem">
        <IconAlertTriangle size={20} color="var(--warn)" aria-hidden style={{ flex: 'none' }} />
        <Text>{children}</Text>
      </Group>
      {action}
    </Group>
  )
}

function Action({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} size="sm">
      {children}
    </Anchor>
  )
}
