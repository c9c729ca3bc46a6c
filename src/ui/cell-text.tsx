import type { ReactNode } from 'react'
import styles from './cell-text.module.css'
import { Lettermark } from './lettermark.tsx'

interface CellTextProps {
  children: ReactNode
  /** What stands in the line below, separated by dots; `false` entries are left out. */
  details?: readonly ReactNode[]
  /** Shows the lettermark of this name before the text, or another mark. */
  mark?: ReactNode
}

/** A table cell with a main line and a secondary line below it. */
export function CellText({ children, details = [], mark }: CellTextProps) {
  const shown = details.filter(isShown)
  const lines = (
    <div className={styles.lines}>
      <div>{children}</div>
      {shown.length > 0 && (
        <p data-extra className={styles.detail}>
          {shown.map((detail, index) => (
            <span key={index}>{detail}</span>
          ))}
        </p>
      )}
    </div>
  )
  if (mark === undefined) return lines
  return (
    <div className={styles.marked}>
      {typeof mark === 'string' ? <Lettermark name={mark} size={34} /> : mark}
      {lines}
    </div>
  )
}

function isShown(detail: ReactNode): boolean {
  return detail !== false && detail !== null && detail !== undefined && detail !== ''
}
