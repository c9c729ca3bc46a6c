import { Group, Stack, Text } from '@mantine/core'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { TextField } from '#ui/fields.tsx'
import { FormMessage } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { RESTRICTED_STATES } from '../rules.ts'
import type { Period, States } from '../contract.ts'
import type { RestrictedState } from '../rules.ts'
import { StateBadge } from './state-badge.tsx'
import { StateHistory } from './state-history.tsx'

interface StatePanelProps {
  states: States
  answer: IntentAnswer | undefined
}

/** The state of the account of a publisher, which an operator changes here, with its history. */
export function StatePanel({ states, answer }: StatePanelProps) {
  const t = useTexts('account-states')
  const isChanged = answer?.ok && /^(begin|end) /.test(answer.intent)
  return (
    <>
      {isChanged && <FormMessage tone="good">{t('saved')}</FormMessage>}
      <Panel
        title={t('title')}
        actions={listActs(states.open).map(({ act, state }) => (
          <ChangeState key={`${act} ${state}`} act={act} state={state} answer={answer} />
        ))}
      >
        {states.open.length === 0 ? (
          <StateLine state="active" />
        ) : (
          <Stack gap="sm">
            {states.open.map((period) => (
              <StateLine key={period.state} state={period.state} period={period} />
            ))}
          </Stack>
        )}
      </Panel>
      {states.history.length > 0 && <StateHistory periods={states.history} ownReason={t('byOwner')} />}
    </>
  )
}

type Act = 'begin' | 'end' | 'takeOver'

interface StateAct {
  act: Act
  state: RestrictedState
}

/** What an operator can do: end each state or begin it, and take over a closing by the publisher itself. */
function listActs(open: readonly Period[]): StateAct[] {
  return RESTRICTED_STATES.flatMap((state): StateAct[] => {
    const period = open.find((each) => each.state === state)
    if (!period) return [{ act: 'begin', state }]
    const end: StateAct = { act: 'end', state }
    return state === 'closed' && period.is_own ? [{ act: 'takeOver', state }, end] : [end]
  })
}

function StateLine({ state, period }: { state: States['state']; period?: Period }) {
  const t = useTexts('account-states')
  const date = period && <DateText value={period.began_at} withTime />
  const reason = period && (period.reason || (period.is_own ? t('byOwner') : ''))
  return (
    <div>
      <Group gap="sm">
        <StateBadge state={state} />
        {date && <Text c="dimmed">{t.rich('since', { date: () => date })}</Text>}
      </Group>
      <Text mt={4}>{t(`means.${state}`)}</Text>
      {reason && <Text c="dimmed">{reason}</Text>}
    </div>
  )
}

interface ChangeStateProps extends Pick<StatePanelProps, 'answer'> {
  act: Act
  state: RestrictedState
}

function ChangeState({ act, state, answer }: ChangeStateProps) {
  const t = useTexts('account-states')
  const isEnd = act === 'end'
  const intent = `${isEnd ? 'end' : 'begin'} ${state}`
  const texts =
    act === 'takeOver'
      ? { label: t('takeOver.label'), title: t('takeOver.title'), text: t('takeOver.text') }
      : { label: t(`${act}.${state}`), title: t(`${act}Title.${state}`), text: t(`${act}Text.${state}`) }
  return (
    <ConfirmAction
      size="sm"
      {...(isEnd ? { variant: 'filled' as const } : { tone: 'bad' as const })}
      {...texts}
      confirmLabel={texts.label}
      intent={intent}
      result={answerTo(answer, `begin ${state}`, `end ${state}`)}
    >
      <TextField
        name="reason"
        label={t(isEnd ? 'endReason' : 'reason')}
        maxLength={300}
        {...(isEnd ? {} : { required: true })}
      />
    </ConfirmAction>
  )
}
