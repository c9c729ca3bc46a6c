import type { ReactNode } from 'react'
import styles from './auth-card.module.css'

interface AuthCardProps {
  title: ReactNode
  text?: ReactNode
  /** Links at the bottom of the card, such as the other login page. */
  links?: ReactNode
  children?: ReactNode
}

/** A card in the middle of the page, for login and password pages. It contains the page's `h1`. */
export function AuthCard({ title, text, links, children }: AuthCardProps) {
  return (
    <div className={`stack ${styles.page}`}>
      <section className={`card ${styles.card}`}>
        <Pair />
        <h1 className={`heading ${styles.title}`}>{title}</h1>
        {text !== undefined && <p className="soft">{text}</p>}
        {children !== undefined && <div className={styles.body}>{children}</div>}
        {links !== undefined && <nav className={`stack ${styles.links}`}>{links}</nav>}
      </section>
    </div>
  )
}

/** The tandem of the logo. */
function Pair() {
  return (
    <svg className={styles.art} width="80" height="42" viewBox="4.5 10 79 41.5" fill="none" aria-hidden>
      <path d="M20 36 38 14h22l10 22M38 14l14 22H20" stroke="var(--art-mint)" strokeWidth="4" strokeLinejoin="round" />
      <circle cx="20" cy="36" r="13" stroke="var(--art-pine)" strokeWidth="5" />
      <circle cx="68" cy="36" r="13" stroke="var(--art-ember)" strokeWidth="5" />
      <circle cx="20" cy="36" r="3" fill="var(--art-pine)" />
      <circle cx="68" cy="36" r="3" fill="var(--art-ember)" />
    </svg>
  )
}
