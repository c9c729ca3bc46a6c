import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { useOpenedForm } from '#ui/opened-form.ts'

interface DialogFormProps extends Pick<ButtonProps, 'size' | 'variant' | 'disabled'> {
  /** The label of the button that opens the dialog. */
  label: string
  title: string
  submitLabel: string
  intent: string
  /** The answer of the page's action; one from before the dialog opened is ignored. */
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
