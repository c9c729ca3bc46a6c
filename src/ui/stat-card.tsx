import type { ReactNode } from 'react'
import styles from './stat-card.module.css'

interface StatCardProps {
  label: ReactNode
  value: ReactNode
  /** A line below the figure: what it is compared with, or how it is counted. */
  hint?: ReactNode
  /** Colours the hint. */
  tone?: 'good' | 'warn' | 'bad'
}

/** One figure with its name. */
export function StatCard({ label, value, hint, tone }: StatCardProps) {
  return (
    <div className={styles.card}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>
        {value}
        {hint !== undefined && (
          <span className={styles.hint} data-tone={tone}>
            {hint}
          </span>
        )}
      </dd>
    </div>
  )
}

/** Figures side by side. */
export function StatRow({ children }: { children: ReactNode }) {
  return <dl className={styles.row}>{children}</dl>
}
