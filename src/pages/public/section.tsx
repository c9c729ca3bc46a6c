import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './section.module.css'

interface SectionProps {
  title: string
  text?: string
  /** What lies behind it, over the whole width of the window. */
  ground?: 'band' | 'deep'
  id?: string
  children: ReactNode
}

/** A part of a page with its heading. */
export function Section({ title, text, ground, id, children }: SectionProps) {
  return (
    <section id={id} className={ground && styles[ground]}>
      <div className={styles.section}>
        <div className={styles.head}>
          <h2>{title}</h2>
          {text !== undefined && <p>{text}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}

/** Numbered steps on one road. */
export function Steps({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <ol className={styles.steps} style={{ '--steps': steps.length } as CSSProperties}>
      {steps.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}

/** The page's most important link. */
export function CallLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={styles.call}>
      {children}
    </Link>
  )
}

/** The last word of a page, and the way on. */
export function Closing({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className={styles.closing}>
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children}
    </section>
  )
}
