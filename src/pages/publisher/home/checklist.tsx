import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import type { Messages } from '#texts/texts.ts'
import { Panel } from '#ui/panel.tsx'
import { StepList } from '#ui/step-list.tsx'

type StepKey = keyof Messages['dashboard']['steps']

interface Done {
  site_count: number
  joined_count: number
  has_script: boolean
  has_links: boolean
  has_clicks: boolean
  has_transactions: boolean
}

/** The steps to the first commission; each ticks itself off. Nothing once all are done. */
export function Checklist({ done }: { done: Done }) {
  const t = useTexts('dashboard')
  const steps: { step: StepKey; to: string; isDone: boolean }[] = [
    { step: 'site', to: '/account#sites', isDone: done.site_count > 0 },
    { step: 'script', to: '/installation', isDone: done.has_script },
    { step: 'join', to: '/advertisers', isDone: done.joined_count > 0 },
    { step: 'link', to: '/custom_link', isDone: done.has_links },
    { step: 'click', to: '/custom_link', isDone: done.has_clicks },
    { step: 'transaction', to: '/transactions', isDone: done.has_transactions },
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  const count = steps.filter(({ isDone }) => isDone).length
  return (
    <Panel title={t('checklist.title')} text={t('checklist.progress', { done: count, all: steps.length })}>
      <StepList
        doneText={t('checklist.done')}
        steps={steps.map(({ step, to, isDone }) => ({
          key: step,
          title: t(`steps.${step}.title`),
          text: t(`steps.${step}.text`),
          isDone,
          action: (
            <Button component={Link} to={to} size="sm">
              {t(`steps.${step}.action`)}
            </Button>
          ),
        }))}
      />
    </Panel>
  )
}
