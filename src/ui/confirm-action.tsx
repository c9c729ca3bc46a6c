import { Button, Group, Text } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { Dialog } from './dialog.tsx'
import { ActionForm, SubmitButton } from './form.tsx'
import { HiddenField } from './hidden-field.tsx'
import type { ActionResult } from './form.tsx'

interface ConfirmActionProps extends Pick<ButtonProps, 'variant' | 'size' | 'leftSection'> {
  /** The label of the button that opens the dialog. */
  label: ReactNode
  title: string
  /** What will happen, and whether it can be undone. */
  text: ReactNode
  confirmLabel: string
  intent: string
  /** Hidden fields of the form. */
  fields?: Record<string, string | number>
  tone?: 'bad'
  /** Names the button, so that a shortcut presses it. */
  act?: string
  result?: ActionResult
  /** Further fields to fill in: a reason, a note. */
  children?: ReactNode
}

/**
 * A button that asks for confirmation before it posts. The dialog closes when the action succeeds and otherwise shows
 * the message.
 */
export function ConfirmAction(props: ConfirmActionProps) {
  const { label, title, text, confirmLabel, intent, fields = {}, tone, act, result, children, ...look } = props
  const t = useTexts('ui')
  // Shows only answers that came after it was opened.
  const [opened, setOpened] = useState<{ before: ActionResult }>()
  const answer = opened && result !== opened.before ? result : undefined
  const close = () => setOpened(undefined)
  // Stays closed: the next navigation removes the answer, and the dialog must not open again then.
  if (answer?.ok) close()
  return (
    <>
      <Button
        variant={tone === 'bad' ? 'default' : 'filled'}
        {...look}
        data-act={act}
        onClick={() => setOpened({ before: result })}
      >
        {label}
      </Button>
      <Dialog title={title} isOpen={opened !== undefined} onClose={close}>
        <ActionForm intent={intent} result={answer}>
          <Text c="dimmed">{text}</Text>
          {Object.entries(fields).map(([name, value]) => (
            <HiddenField key={name} name={name} value={value} />
          ))}
          {children}
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
            <SubmitButton {...(tone === 'bad' ? { color: 'red' } : {})}>{confirmLabel}</SubmitButton>
          </Group>
        </ActionForm>
      </Dialog>
    </>
  )
}
