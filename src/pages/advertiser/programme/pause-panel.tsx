import { Text } from '@mantine/core'
import type { PausePage } from '#domains/programmes/closings/contract.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { TeamGate } from '#ui/team-gate.tsx'

interface PausePanelProps {
  page: PausePage
  answer: IntentAnswer | undefined
}

/** Pauses the programme from a day on, and resumes it. */
export function PausePanel({ page, answer }: PausePanelProps) {
  const t = useTexts('closings')
  return (
    <>
      {answerTo(answer, 'pause')?.ok && <FormMessage tone="good">{t('pause.announced')}</FormMessage>}
      {answerTo(answer, 'pauseNow')?.ok && <FormMessage tone="good">{t('pause.pausedNow')}</FormMessage>}
      {answerTo(answer, 'resume')?.ok && <FormMessage tone="good">{t('pause.resumed')}</FormMessage>}
      {page.pause ? (
        <Paused page={page} pause={page.pause} answer={answer} />
      ) : page.can_pause ? (
        <Announce page={page} answer={answer} />
      ) : (
        page.program_status === 'paused' && <Panel title={t('pause.byNetwork')} text={t('pause.byNetworkText')} />
      )}
    </>
  )
}

/** Chooses the day; without publishers the pause begins at once. */
function Announce({ page, answer }: PausePanelProps) {
  const t = useTexts('closings')
  const { earliest, latest, notice_days: days, joined_count: publishers } = page
  const isAtOnce = publishers === 0
  const intent = isAtOnce ? 'pauseNow' : 'pause'
  return (
    <Panel title={t('pause.title')} text={t('pause.text')}>
      <TeamGate act="run_programme">
        <Text mb="md">{isAtOnce ? t('pause.nowText') : t('pause.notice', { days, publishers })}</Text>
        <ActionForm intent={intent} result={answerTo(answer, intent)}>
          {!isAtOnce && (
            <TextField
              type="date"
              name="day"
              label={t('pause.day')}
              description={t('pause.dayHint')}
              defaultValue={earliest}
              min={earliest}
              max={latest}
              maw="16rem"
              required
            />
          )}
          <SubmitButton variant="default">{t(isAtOnce ? 'pause.now' : 'pause.announce')}</SubmitButton>
        </ActionForm>
      </TeamGate>
    </Panel>
  )
}

/** Since when the programme is paused, or when it will be, and how to end that. */
function Paused({ page, pause, answer }: PausePanelProps & { pause: NonNullable<PausePage['pause']> }) {
  const t = useTexts('closings')
  const hasBegun = page.program_status === 'paused'
  const act = hasBegun ? 'resume' : 'withdraw'
  const day = <DateText value={pause.pauses_at} />
  return (
    <Panel
      title={t.rich(hasBegun ? 'pause.begun' : 'pause.begins', { day: () => day })}
      text={t(hasBegun ? 'pause.begunText' : 'pause.beginsText')}
      actions={
        <TeamGate act="run_programme" isBar>
          <ConfirmAction
            variant="default"
            label={t(`pause.${act}`)}
            title={t(`pause.${act}Title`)}
            text={t(`pause.${act}Text`)}
            confirmLabel={t(`pause.${act}`)}
            intent="resume"
            result={answerTo(answer, 'resume')}
          />
        </TeamGate>
      }
    >
      {pause.requested_by !== null && <Text c="dimmed">{t('pause.by', { name: pause.requested_by })}</Text>}
    </Panel>
  )
}
