import type { ReactNode } from 'react'
import styles from './cell-text.module.css'
import { Lettermark } from './lettermark.tsx'

interface CellTextProps {
  children: ReactNode
  /** Secondary lines below; `false` entries are left out. */
  details?: readonly ReactNode[]
  /** Shows the lettermark of this name before the text, or another mark. */
  mark?: ReactNode
}

/** A table cell with a main line and secondary lines below it. */
export function CellText({ children, details = [], mark }: CellTextProps) {
  const lines = (
    <div className={styles.lines}>
      <div>{children}</div>
      {details.map((detail, index) => isShown(detail) && <Detail key={index}>{detail}</Detail>)}
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

function Detail({ children }: { children: ReactNode }) {
  return (
    <p data-extra className={styles.detail}>
      {children}
    </p>
  )
}

function isShown(detail: ReactNode): boolean {
  return detail !== false && detail !== null && detail !== undefined && detail !== ''
}
