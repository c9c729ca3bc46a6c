import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './section.module.css'

interface SectionProps {
  title: string
  text?: string
  /** The background across the whole width of the window. */
  ground?: 'band' | 'deep'
  id?: string
  children: ReactNode
}

/** A part of a page with its heading. */
export function Section({ title, text, ground, id, children }: SectionProps) {
  return (
    <section id={id} className={ground && styles[ground]}>
      <div className={`width ${styles.section}`}>
        <div className={`stack ${styles.head}`}>
          <h2 className="title">{title}</h2>
          {text !== undefined && <p className="lead">{text}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}

interface HeroProps {
  title: string
  text: string
  /** The content below the text, mostly links. */
  children?: ReactNode
  /** The drawing beside the text. */
  art: ReactNode
  className?: string | undefined
}

/** The first section of a page, with the page's heading. */
export function Hero({ title, text, children, art, className = '' }: HeroProps) {
  return (
    <section className={`width split ${styles.hero} ${className}`}>
      <div>
        <h1 className="display">{title}</h1>
        <p className="lead">{text}</p>
        {children}
      </div>
      {art}
    </section>
  )
}

/** Numbered steps, connected by a line. */
export function Steps({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <ol className={`grid ${styles.steps} ${styles.cards}`} style={{ '--columns': steps.length } as CSSProperties}>
      {steps.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}

/** A row of links to further pages. */
export function Ways({ children }: { children: ReactNode }) {
  return <p className={`row ${styles.ways}`}>{children}</p>
}

/** The page's most important link. */
export function CallLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="filled large call">
      {children}
    </Link>
  )
}

/** A secondary link, as large as the most important one. */
export function OutlineLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="outline large" preventScrollReset={to.startsWith('#')}>
      {children}
    </Link>
  )
}

/** The last section of a page, with links to further pages. */
export function Closing({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className={`stack ${styles.closing}`}>
      <h2 className="display">{title}</h2>
      {text !== undefined && <p className="lead">{text}</p>}
      {children}
    </section>
  )
}
