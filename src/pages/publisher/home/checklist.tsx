import { Box, Button, Group, Text, ThemeIcon } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import type { Messages } from '#texts/texts.ts'
import { Panel } from '#ui/panel.tsx'

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
  const next = steps.find(({ isDone }) => !isDone)
  if (!next) return null
  const count = steps.filter(({ isDone }) => isDone).length
  return (
    <Panel title={t('checklist.title')} text={t('checklist.progress', { done: count, all: steps.length })}>
      <ol className="plain-list">
        {steps.map((each, index) => (
          <Step key={each.step} {...each} number={index + 1} isNext={each === next} />
        ))}
      </ol>
    </Panel>
  )
}

interface StepProps {
  step: StepKey
  to: string
  isDone: boolean
  number: number
  isNext: boolean
}

function Step({ step, to, isDone, number, isNext }: StepProps) {
  const t = useTexts('dashboard')
  return (
    <Group component="li" gap="md" py="sm" aria-current={isNext ? 'step' : undefined}>
      <ThemeIcon
        size={36}
        ff="heading"
        fw={700}
        {...(isNext ? { variant: 'filled' } : { color: isDone ? 'good' : 'idle' })}
        aria-hidden
      >
        {isDone ? '✓' : number}
      </ThemeIcon>
      <Box flex="1 1 14rem">
        <Text fw={600} c={isDone ? 'dimmed' : undefined}>
          {t(`steps.${step}.title`)}
          {isDone && <span className="visually-hidden"> – {t('checklist.done')}</span>}
        </Text>
        {isNext && (
          <Text mt={2} c="dimmed">
            {t(`steps.${step}.text`)}
          </Text>
        )}
      </Box>
      {isNext && (
        <Button component={Link} to={to} size="sm">
          {t(`steps.${step}.action`)}
        </Button>
      )}
    </Group>
  )
}
