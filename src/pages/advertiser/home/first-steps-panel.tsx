import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'
import { StepList } from '#ui/step-list.tsx'
import { useGateReason } from '#ui/team-gate.tsx'
import { FIRST_INVITATIONS } from './first-steps.ts'
import type { FirstStep } from './first-steps.ts'

const PATHS: Record<FirstStep['step'], string> = {
  invite: '/brand/publishers/find',
  fund: '/brand/billing',
  promote: '/brand/promotions',
}

interface FirstStepsPanelProps {
  steps: readonly FirstStep[]
  answer: IntentAnswer | undefined
}

/** What a brand does after the opening of its programme. */
export function FirstStepsPanel({ steps, answer }: FirstStepsPanelProps) {
  const t = useTexts('advertiser-home')
  const mayHide = useGateReason('run_programme') === undefined
  const done = steps.filter(({ isDone }) => isDone).length
  const items = steps.map(({ step, isDone, sent = 0 }) => ({
    key: step,
    title: (
      <Anchor component={Link} to={PATHS[step]} c="inherit" fw="inherit" underline="hover">
        {t(`first.${step}.title`, { count: FIRST_INVITATIONS })}
      </Anchor>
    ),
    text: t(`first.${step}.text`, { sent }),
    isDone,
    action: (
      <Button component={Link} to={PATHS[step]} size="sm" variant="default">
        {t(`first.${step}.action`)}
      </Button>
    ),
  }))
  return (
    <Panel
      title={t('first.title')}
      text={t('first.progress', { done, all: steps.length })}
      actions={
        mayHide && (
          <ActionForm intent="hideFirstSteps" result={answerTo(answer, 'hideFirstSteps')}>
            <SubmitButton variant="default" size="sm">
              {t('first.hide')}
            </SubmitButton>
          </ActionForm>
        )
      }
    >
      <StepList steps={items} doneText={t('first.done')} inAnyOrder />
    </Panel>
  )
}
