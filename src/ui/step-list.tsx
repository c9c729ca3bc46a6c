import { Box, Group, Text, ThemeIcon } from '@mantine/core'
import type { ReactNode } from 'react'

/** A step of a list that ticks itself off. */
export interface StepItem {
  key: string
  title: ReactNode
  isDone: boolean
  /** Shown while the step is the next one. */
  text?: ReactNode
  /** A button; shown while the step is the next one. */
  action?: ReactNode
}

/** Numbered steps in their order. The first one that is not done is the next one. */
export function StepList({ steps, doneText }: { steps: readonly StepItem[]; doneText: string }) {
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <ol className="plain-list">
      {steps.map((step, index) => (
        <StepLine key={step.key} step={step} number={index + 1} isNext={step === next} doneText={doneText} />
      ))}
    </ol>
  )
}

interface StepLineProps {
  step: StepItem
  number: number
  isNext: boolean
  doneText: string
}

function StepLine({ step, number, isNext, doneText }: StepLineProps) {
  const { isDone } = step
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
          {step.title}
          {isDone && <span className="visually-hidden"> – {doneText}</span>}
        </Text>
        {isNext && step.text !== undefined && (
          <Text mt={2} c="dimmed">
            {step.text}
          </Text>
        )}
      </Box>
      {isNext && step.action}
    </Group>
  )
}
