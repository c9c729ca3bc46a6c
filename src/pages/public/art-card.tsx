import type { ReactNode } from 'react'
import styles from './art-card.module.css'
import section from './section.module.css'

/** A drawing with cards on it. It moves with the scroll (parallax). */
export function ArtScene({ scene, children }: { scene: ReactNode; children: ReactNode }) {
  return (
    <div className={section.parallax}>
      <div className={styles.scene} aria-hidden>
        {scene}
        {children}
      </div>
    </div>
  )
}

interface ArtCardProps {
  title: string
  text: string
  amount?: string
  className: string | undefined
}

/** A card with a sample event; `className` sets its place. */
export function ArtCard({ title, text, amount, className }: ArtCardProps) {
  return (
    <p className={`${styles.card} ${className}`}>
      <i />
      <span>
        <strong>{title}</strong>
        {text}
      </span>
      {amount !== undefined && <b>{amount}</b>}
    </p>
  )
}
