import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import styles from './disclosure.module.css'

interface DisclosureProps {
  /** The content of the button. */
  summary: ReactNode
  className?: string | undefined
  summaryClassName?: string | undefined
  /** The accessible name when `summary` is a picture. */
  label?: string
  /** Whether it closes when the mouse pointer leaves, as the menus of the header do. */
  closesOnLeave?: boolean
  /** Whether it closes when the focus leaves, as menus do. */
  closesOnBlur?: boolean
  children: ReactNode
}

/**
 * A button that opens a panel below it. It is a `details` element, so that it works without a script. `early-script.ts`
 * adds keyboard control and closes it. React holds no state for it, so a menu that was opened before hydration stays
 * open.
 */
export function Disclosure(props: DisclosureProps) {
  return (
    <details
      // The key creates a new, closed element for each page.
      key={useLocation().key}
      className={`${styles.disclosure} ${props.className ?? ''}`}
      data-menu={[props.closesOnLeave && 'leave', props.closesOnBlur && 'blur'].filter(Boolean).join(' ')}
      suppressHydrationWarning
    >
      <summary className={props.summaryClassName} aria-label={props.label}>
        {props.summary}
      </summary>
      {props.children}
    </details>
  )
}
