import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import './styles/overlay.css'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  size?: 'sm' | 'md' | 'lg' | 'xl'
  children: ReactNode
}

/** A dialog over the page: focus stays inside, Escape and a click beside it close it, the title names it. */
export function Dialog({ title, isOpen, onClose, size = 'md', children }: DialogProps) {
  const t = useTexts('ui')
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={size} centered classNames={{ content: styles.content ?? '' }}>
      <Modal.Overlay backgroundOpacity={0.45} blur={2} />
      <Modal.Content radius="lg">
        {/* The kit's own header would be a second banner of the page. */}
        <div className={styles.head}>
          <Modal.Title className={styles.title ?? ''}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('close')} />
        </div>
        <Modal.Body className={styles.body ?? ''}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
