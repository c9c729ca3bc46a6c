import { Suspense, lazy, useState } from 'react'
import type { DialogProps } from './dialog-frame.tsx'

const DialogFrame = lazy(async () => ({ default: (await import('./dialog-frame.tsx')).DialogFrame }))

/**
 * A dialog over the page: focus stays inside, Escape and a click beside it close it, the title names it. Its code and
 * its styles are loaded when a dialog of the page first opens.
 */
export function Dialog(props: DialogProps) {
  const [wasOpened, setOpened] = useState(props.isOpen)
  if (props.isOpen && !wasOpened) setOpened(true)
  // Stays mounted after closing, so that it fades out.
  if (!wasOpened) return null
  return (
    <Suspense fallback={<div className="dialog-wait" />}>
      <DialogFrame {...props} />
    </Suspense>
  )
}
