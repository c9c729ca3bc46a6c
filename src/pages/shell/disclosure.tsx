import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import styles from './disclosure.module.css'

interface DisclosureProps {
  /** What the button shows. */
  summary: ReactNode
  className?: string | undefined
  summaryClassName?: string | undefined
  /** The accessible name when `summary` is a picture. */
  label?: string
  /** Close when a mouse pointer leaves, as menus of the header do. */
  closesOnLeave?: boolean
  /** Close when the focus goes elsewhere, as menus do. */
  closesOnBlur?: boolean
  children: ReactNode
}

/**
 * A button that opens something below it, made of `details` so that it works without a script. `early-script.ts` adds
 * the keys and closes it; React holds no state of it, so a menu that was opened before hydration stays open.
 */
export function Disclosure(props: DisclosureProps) {
  return (
    <details
      // A new page is a new element, and that is closed.
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
