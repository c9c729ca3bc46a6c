import { Group, Modal } from '@mantine/core'
import { use, useLayoutEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { PasswordPromptContext } from './form-state.ts'
import './styles/overlay.css'

/** The properties of a dialog. */
export interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** The last one is for tables with many columns. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | '74rem'
  children: ReactNode
}

/** The frame of a dialog: title, button that closes it, and content. `Dialog` loads it on first use. */
export function DialogFrame({ title, isOpen, onClose, size = 'md', children }: DialogProps) {
  const t = useTexts('ui')
  // Escape closes only the upper one of two dialogs.
  const isCovered = use(PasswordPromptContext)?.isOpen === true
  // Opens after it is mounted, because only then it notes the element to which the focus returns. It notes it before the
  // content takes the focus, because the effects of a rendering that a layout effect asks for run at once.
  const [isShown, setShown] = useState(false)
  useLayoutEffect(() => setShown(isOpen), [isOpen])
  return (
    <Modal.Root opened={isShown} onClose={onClose} size={size} closeOnEscape={!isCovered}>
      <Modal.Overlay />
      <Modal.Content>
        {/* Mantine's header element would be a second banner landmark of the page. */}
        <Group justify="space-between" wrap="nowrap" p="md" pl="lg" pb="sm">
          <Modal.Title ff="heading" fz="1.4rem" fw={650}>
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label={t('close')} />
        </Group>
        <Modal.Body p="lg" pt={0}>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
