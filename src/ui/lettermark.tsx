import styles from './lettermark.module.css'
import { getInitials, getTone, getToneColors } from './initials.ts'

/** The lettermark of a merchant or person: one or two letters on a colour that depends only on the name. */
export function Lettermark({ name, size = 40, isRound = false }: { name: string; size?: number; isRound?: boolean }) {
  const [background, color] = getToneColors(getTone(name))
  const measures = { width: size, height: size, fontSize: size * 0.42, borderRadius: isRound ? '50%' : size * 0.28 }
  return (
    <span className={styles.mark} style={{ ...measures, background, color }} aria-hidden>
      {getInitials(name)}
    </span>
  )
}
