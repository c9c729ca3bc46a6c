import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-frame.tsx'

interface DialogButtonProps extends Pick<DialogProps, 'size' | 'children'> {
  label: string
  /** The title of the dialog; the label by default. */
  title?: string
  look?: ButtonProps
}

/** A button that opens a dialog. */
export function DialogButton({ label, title = label, look, ...dialog }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" {...look} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)} {...dialog} />
    </>
  )
}
