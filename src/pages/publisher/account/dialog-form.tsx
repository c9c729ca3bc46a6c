import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'

interface DialogFormProps extends Pick<ButtonProps, 'size' | 'variant' | 'disabled'> {
  /** The label of the button that opens the dialog. */
  label: string
  title: string
  submitLabel: string
  intent: string
  /** Distinguishes rows whose dialogs have the same intent. */
  answer: IntentAnswer | undefined
  children: ReactNode
}

/** A button that opens a form in a dialog. The dialog closes on success. */
export function DialogForm({ label, title, submitLabel, intent, answer, children, ...look }: DialogFormProps) {
  const { isOpen, open, close, result } = useOpenedForm(answer, intent)
  return (
    <>
      <Button {...look} onClick={open}>
        {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={close}>
        <ActionForm intent={intent} result={result}>
          {children}
          <SubmitButton>{submitLabel}</SubmitButton>
        </ActionForm>
      </Dialog>
    </>
  )
}

/** Opens a form, shows only answers that came since, and closes it on success. */
export function useOpenedForm(answer: IntentAnswer | undefined, intent: string) {
  const [opened, setOpened] = useState<{ before: IntentAnswer | undefined }>()
  const result = opened && answer !== opened.before ? answerTo(answer, intent) : undefined
  // Stays closed: the next navigation removes the answer, and the form must not open again then.
  if (result?.ok) setOpened(undefined)
  return {
    isOpen: opened !== undefined,
    result,
    open: () => setOpened({ before: answer }),
    close: () => setOpened(undefined),
  }
}
