import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  title?: ReactNode
  text?: ReactNode
  /** Buttons and filters at the end of the title's line. */
  actions?: ReactNode
  /** Without padding, for tables that reach the edges. */
  flush?: boolean
  children?: ReactNode
}

/** A titled surface for one part of a page. */
export function Panel({ title, text, actions, flush = false, children }: PanelProps) {
  const hasHead = title !== undefined || actions !== undefined
  return (
    <section className={styles.panel}>
      {hasHead && (
        <div className={`${styles.part} ${styles.head}`}>
          <div>
            {title !== undefined && <Title order={2}>{title}</Title>}
            {text !== undefined && <p className={styles.text}>{text}</p>}
          </div>
          {actions !== undefined && (
            <Group gap="xs" align="end">
              {actions}
            </Group>
          )}
        </div>
      )}
      {children !== undefined && <div className={flush ? styles.flush : styles.part}>{children}</div>}
    </section>
  )
}
