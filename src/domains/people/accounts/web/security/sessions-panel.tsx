import { Group } from '@mantine/core'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { answerTo } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable, RowActions } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { SessionItem } from '../../contract/security.ts'

interface SessionsPanelProps {
  sessions: readonly SessionItem[]
  answer: IntentAnswer | undefined
}

/** The devices that are logged in, each with a button that logs it out. */
export function SessionsPanel({ sessions, answer }: SessionsPanelProps) {
  const t = useTexts('security')
  const hasOthers = sessions.some((session) => !session.is_current)
  return (
    <Panel
      title={t('sessions.title')}
      text={t('sessions.text')}
      actions={
        <Group gap="sm">
          {hasOthers && <EndSeveral scope="Others" intent="endOtherSessions" answer={answer} />}
          <EndSeveral scope="All" intent="endAllSessions" answer={answer} />
        </Group>
      }
      flush
    >
      <DataTable
        label={t('sessions.title')}
        columns={useColumns(answer)}
        rows={sessions}
        rowKey={(session) => session.session_id}
      />
    </Panel>
  )
}

interface EndSeveralProps {
  /** All other devices, or this one too. */
  scope: 'Others' | 'All'
  intent: string
  answer: IntentAnswer | undefined
}

function EndSeveral({ scope, intent, answer }: EndSeveralProps) {
  const t = useTexts('security')
  return (
    <ConfirmAction
      size="sm"
      tone="bad"
      label={t(`sessions.end${scope}`)}
      title={t(`sessions.end${scope}Title`)}
      text={t(`sessions.end${scope}Text`)}
      confirmLabel={t(`sessions.end${scope}`)}
      intent={intent}
      result={answerTo(answer, intent)}
    />
  )
}

function useColumns(answer: IntentAnswer | undefined): Column<SessionItem>[] {
  const t = useTexts('security')
  return [
    { key: 'device', header: t('sessions.device'), isTitle: true, cell: (session) => <Device session={session} /> },
    { key: 'place', header: t('sessions.place'), cell: (session) => <Place session={session} /> },
    {
      key: 'since',
      place: 'none',
      header: t('sessions.since'),
      cell: ({ created_at }) => <DateText value={created_at} withTime />,
    },
    {
      key: 'used',
      header: t('sessions.used'),
      cell: (session) => (session.is_current ? t('sessions.now') : <DateText value={session.last_used_at} withTime />),
    },
    {
      key: 'actions',
      place: 'status',
      header: t('sessions.actions'),
      align: 'end',
      cell: (session) => <End session={session} answer={answer} />,
    },
  ]
}

function Place({ session: { country, ip_prefix } }: { session: SessionItem }) {
  const t = useTexts('security')
  if (country === null) return ip_prefix ?? t('sessions.unknownPlace')
  return <CellText details={[ip_prefix]}>{country}</CellText>
}

function Device({ session }: { session: SessionItem }) {
  const t = useTexts('security')
  const { browser, system, device, is_current } = session
  const kind = device === 'unknown' ? null : t(`sessions.devices.${device}`)
  const details = [kind, system].filter((word) => word !== null).join(' · ')
  return (
    <CellText details={[details, is_current && <strong key="current">{t('sessions.current')}</strong>]}>
      {browser ?? t('sessions.unknownDevice')}
    </CellText>
  )
}

function End({ session, answer }: { session: SessionItem; answer: IntentAnswer | undefined }) {
  const t = useTexts('security')
  if (session.is_current) return null
  return (
    <RowActions>
      <ConfirmAction
        size="xs"
        tone="bad"
        label={t('sessions.end')}
        title={t('sessions.endTitle')}
        text={t('sessions.endText')}
        confirmLabel={t('sessions.end')}
        intent="endSession"
        fields={{ session_id: session.session_id }}
        result={answerTo(answer, 'endSession')}
      />
    </RowActions>
  )
}
