import { Box, Group, Text, ThemeIcon } from '@mantine/core'
import type { ReactNode } from 'react'

/** A step of a list that ticks itself off. */
export interface StepItem {
  key: string
  title: ReactNode
  isDone: boolean
  /** Whether the others do not wait for it: it is never the next one, and is open until it is done. */
  isOptional?: boolean
  /** Shown while the step is open to be taken. */
  text?: ReactNode
  /** Blocks below the text; shown with it. */
  details?: ReactNode
  /** A button; shown while the step is open to be taken. */
  action?: ReactNode
}

interface StepListProps {
  steps: readonly StepItem[]
  doneText: string
  /** Whether every step that is not done can be taken. */
  inAnyOrder?: boolean
}

/** Numbered steps. The first one neither done nor optional is the next, unless they can be taken in any order. */
export function StepList({ steps, doneText, inAnyOrder = false }: StepListProps) {
  const next = inAnyOrder ? undefined : steps.find(({ isDone, isOptional = false }) => !isDone && !isOptional)
  return (
    <ol className="plain-list">
      {steps.map((step, index) => (
        <StepLine
          key={step.key}
          step={step}
          number={index + 1}
          isNext={step === next}
          isOpen={step === next || (!step.isDone && (inAnyOrder || step.isOptional === true))}
          doneText={doneText}
        />
      ))}
    </ol>
  )
}

interface StepLineProps {
  step: StepItem
  number: number
  isNext: boolean
  isOpen: boolean
  doneText: string
}

function StepLine({ step, number, isNext, isOpen, doneText }: StepLineProps) {
  const { isDone } = step
  return (
    <Group
      component="li"
      gap="md"
      py="sm"
      align={isOpen && step.details !== undefined ? 'start' : 'center'}
      aria-current={isNext ? 'step' : undefined}
    >
      <StepMark step={step} number={number} isOpen={isOpen} />
      <Box flex="1 1 14rem">
        <Text fw={600} c={isDone ? 'dimmed' : undefined}>
          {step.title}
          {isDone && <span className="visually-hidden"> – {doneText}</span>}
        </Text>
        {isOpen && <StepBody step={step} />}
      </Box>
      {isOpen && step.action}
    </Group>
  )
}

function StepMark({
  step: { isDone, isOptional = false },
  number,
  isOpen,
}: Omit<StepLineProps, 'isNext' | 'doneText'>) {
  return (
    <ThemeIcon
      size={36}
      ff="heading"
      fw={700}
      {...(isOpen && !isOptional ? { variant: 'filled' } : { color: isDone ? 'good' : 'idle' })}
      aria-hidden
    >
      {isDone ? '✓' : number}
    </ThemeIcon>
  )
}

function StepBody({ step: { text, details } }: { step: StepItem }) {
  return (
    <>
      {text !== undefined && (
        <Text mt={2} c="dimmed">
          {text}
        </Text>
      )}
      {details}
    </>
  )
}
