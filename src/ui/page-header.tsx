import type { ReactNode } from 'react'
import styles from './page-header.module.css'

interface PageHeaderProps {
  title: ReactNode
  /** A short line above the title: where this page belongs. */
  eyebrow?: ReactNode
  /** One or two sentences that say what the page is for. */
  text?: ReactNode
  /** Buttons and links at the end of the line. */
  actions?: ReactNode
}

/** The head of a console page; it holds the page's one `h1`. */
export function PageHeader({ title, eyebrow, text, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        {eyebrow !== undefined && <p className={styles.eyebrow}>{eyebrow}</p>}
        <h1 className={styles.title}>{title}</h1>
        {text !== undefined && <p className={styles.text}>{text}</p>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
