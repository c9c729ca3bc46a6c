import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { SetupView } from '#domains/partners/setup/contract/setup-view.ts'
import { STEPS, findMissingStep } from '#domains/partners/setup/rules.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { FormMessage } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { StepList } from '#ui/step-list.tsx'
import { TeamGate } from '#ui/team-gate.tsx'
import { FundingStep } from './funding-step.tsx'
import type { PayIn } from './pay-in.ts'
import { SETUP_PATHS } from './setup-paths.ts'

interface SetupHomeProps {
  name: string
  setup: SetupView
  /** Undefined for a member who does not see the money of the brand. */
  payIn: PayIn | undefined
  answer: IntentAnswer | undefined
}

/** The home of a brand whose programme is a draft: its steps to the opening. */
export function SetupHome({ name, setup, payIn, answer }: SetupHomeProps) {
  const t = useTexts('setup')
  const { done, opening } = setup
  const isWaiting = opening?.state === 'waiting'
  const count = STEPS.filter((step) => done[step]).length
  return (
    <>
      <PageHeader eyebrow={name} title={t('home.title')} text={t('home.text')} />
      <Notice answer={answer} isWaiting={isWaiting} />
      {opening?.state === 'declined' && (
        <FormMessage tone="bad">{t('home.declined', { reason: opening.reason })}</FormMessage>
      )}
      {isWaiting && (
        <TeamGate act="run_programme">
          <WaitingPanel requestedAt={opening.requested_at} answer={answer} />
        </TeamGate>
      )}
      <Panel title={t('home.checklist')} text={t('home.progress', { done: count, all: STEPS.length })}>
        <Steps setup={setup} payIn={payIn} isWaiting={isWaiting} answer={answer} />
      </Panel>
    </>
  )
}

function Notice({ answer, isWaiting }: { answer: IntentAnswer | undefined; isWaiting: boolean }) {
  const t = useTexts('setup')
  // A programme that needs no review is open as soon as it is asked for; its home says so.
  if (answerTo(answer, 'withdrawOpening')?.ok) return <FormMessage tone="good">{t('home.withdrawn')}</FormMessage>
  if (answerTo(answer, 'requestOpening')?.ok && isWaiting)
    return <FormMessage tone="good">{t('home.requested')}</FormMessage>
  return null
}

interface WaitingPanelProps {
  requestedAt: string
  answer: IntentAnswer | undefined
}

function WaitingPanel({ requestedAt, answer }: WaitingPanelProps) {
  const t = useTexts('setup')
  return (
    <Panel
      title={t('home.waitingTitle')}
      text={t('home.waitingText')}
      actions={
        <ConfirmAction
          variant="default"
          label={t('home.withdraw')}
          title={t('home.withdrawTitle')}
          text={t('home.withdrawText')}
          confirmLabel={t('home.withdraw')}
          intent="withdrawOpening"
          result={answerTo(answer, 'withdrawOpening')}
        />
      }
    >
      <Text c="dimmed">
        {t('home.waitingSince')} <DateText value={requestedAt} withTime />
      </Text>
    </Panel>
  )
}

interface StepsProps {
  setup: SetupView
  payIn: PayIn | undefined
  isWaiting: boolean
  answer: IntentAnswer | undefined
}

function Steps({ setup, payIn, isWaiting, answer }: StepsProps) {
  const t = useTexts('setup')
  const links = STEPS.flatMap((step) => (step === 'open' ? [] : [{ step, to: SETUP_PATHS[step] }]))
  const items = links.map(({ step, to }) => ({
    key: step,
    title: (
      <Anchor component={Link} to={to} c="inherit" fw="inherit" underline="hover">
        {t(`steps.${step}.title`)}
      </Anchor>
    ),
    text: t(`steps.${step}.text`),
    isDone: setup.done[step],
    action: (
      <Button component={Link} to={to} size="sm">
        {t(`steps.${step}.action`)}
      </Button>
    ),
  }))
  const funding = payIn && {
    key: 'funding',
    title: t('steps.funding.title'),
    text: t('steps.funding.text'),
    isDone: payIn.isDone,
    isOptional: true,
    details: <FundingStep payIn={payIn} />,
  }
  const last = {
    key: 'open',
    title: t('steps.open.title'),
    text: t(setup.is_review_required ? 'steps.open.review' : 'steps.open.text'),
    isDone: setup.done.open,
  }
  return (
    <>
      <StepList steps={[...items, ...(funding ? [funding] : []), last]} doneText={t('home.done')} />
      {!isWaiting && (
        <TeamGate act="run_programme">
          <OpenAction setup={setup} answer={answer} />
        </TeamGate>
      )}
    </>
  )
}

/** The button that opens the programme, or says that steps are missing. */
function OpenAction({ setup, answer }: Pick<StepsProps, 'setup' | 'answer'>) {
  const t = useTexts('setup')
  const { done, is_review_required: isReviewed } = setup
  const label = t(isReviewed ? 'steps.open.reviewAction' : 'steps.open.action')
  const isUnfinished = findMissingStep(done) !== undefined
  return (
    <Group mt="md" gap="md">
      {isUnfinished ? (
        <Button disabled aria-describedby="unfinished">
          {label}
        </Button>
      ) : (
        <ConfirmAction
          label={label}
          title={t('steps.open.confirmTitle')}
          text={t(isReviewed ? 'steps.open.reviewConfirm' : 'steps.open.confirm')}
          confirmLabel={label}
          intent="requestOpening"
          result={answerTo(answer, 'requestOpening')}
        />
      )}
      {isUnfinished && (
        <Text id="unfinished" c="dimmed">
          {t('steps.open.unfinished')}
        </Text>
      )}
      {setup.is_test_skipped && <Text c="dimmed">{t('test.skipped')}</Text>}
    </Group>
  )
}
