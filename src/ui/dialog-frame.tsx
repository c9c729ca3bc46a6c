import { Group, Modal } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { use, useLayoutEffect } from 'react'
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
  // Opens after it is mounted, because only then it is animated.
  const isMounted = useMounted()
  useFocusReturn(isOpen)
  return (
    <Modal.Root
      opened={isOpen && isMounted}
      onClose={onClose}
      size={size}
      closeOnEscape={!isCovered}
      returnFocus={false}
    >
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

/**
 * Gives the focus back to the element that had it when the dialog opened, unless something else has taken it. Mantine
 * itself may note that element too late where motion is reduced, because the content then takes the focus at once.
 */
function useFocusReturn(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const opener = document.activeElement
    return () => {
      const last = document.activeElement
      setTimeout(() => {
        const isFree = [null, document.body, last].includes(document.activeElement)
        if (isFree && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      }, FOCUS_RETURNS_MS)
    }
  }, [isOpen])
}

/** The dialog has let go of the focus by then. */
const FOCUS_RETURNS_MS = 10
