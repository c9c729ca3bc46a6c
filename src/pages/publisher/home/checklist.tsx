import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { Panel } from '#ui/panel.tsx'
import { StepList } from '#ui/step-list.tsx'
import type { Step } from './steps.ts'

/** The steps to the first commission, in any order; each ticks itself off. Nothing once all are done. */
export function Checklist({ steps }: { steps: readonly Step[] }) {
  const t = useTexts('dashboard')
  if (steps.every(({ isDone }) => isDone)) return null
  const count = steps.filter(({ isDone }) => isDone).length
  return (
    <Panel title={t('checklist.title')} text={t('checklist.progress', { done: count, all: steps.length })}>
      <StepList
        inAnyOrder
        doneText={t('checklist.done')}
        steps={steps.map(({ step, to, isDone }) => ({
          key: step,
          title: (
            <Anchor component={Link} to={to} c="inherit" fw="inherit" underline="hover">
              {t(`steps.${step}.title`)}
            </Anchor>
          ),
          text: t(`steps.${step}.text`),
          isDone,
          action: (
            <Button component={Link} to={to} size="sm" variant="default">
              {t(`steps.${step}.action`)}
            </Button>
          ),
        }))}
      />
    </Panel>
  )
}
