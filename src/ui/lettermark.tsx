import type { CSSProperties } from 'react'
import styles from './lettermark.module.css'
import { getInitials, getTone, getToneColors } from './initials.ts'

/** The lettermark of a merchant or person: one or two letters on a colour that depends only on the name. */
export function Lettermark({ name, size = 40, isRound = false }: { name: string; size?: number; isRound?: boolean }) {
  const [background, color] = getToneColors(getTone(name))
  return (
    <span
      className={styles.mark}
      style={{ '--size': `${size}px`, background, color } as CSSProperties}
      data-round={isRound || undefined}
      aria-hidden
    >
      {getInitials(name)}
    </span>
  )
}
