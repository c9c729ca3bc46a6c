import type { ReactNode } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  title?: ReactNode
  text?: ReactNode
  /** Buttons and filters at the end of the title's line. */
  actions?: ReactNode
  /** Without inner space: for tables that reach the edges. */
  flush?: boolean
  children?: ReactNode
}

/** A surface that holds one thing. Panels stand below each other with even space. */
export function Panel({ title, text, actions, flush = false, children }: PanelProps) {
  const hasHead = title !== undefined || actions !== undefined
  return (
    <section className={styles.panel}>
      {hasHead && (
        <div className={styles.head}>
          <div>
            {title !== undefined && <h2 className={styles.title}>{title}</h2>}
            {text !== undefined && <p className={styles.text}>{text}</p>}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children !== undefined && <div className={flush ? styles.flush : styles.body}>{children}</div>}
    </section>
  )
}
