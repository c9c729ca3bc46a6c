import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'

interface DisclosureProps {
  /** What the button shows. */
  summary: ReactNode
  className?: string | undefined
  summaryClassName?: string | undefined
  /** The accessible name when `summary` is a picture. */
  label?: string
  /** Close when a mouse pointer leaves, as menus of the header do. */
  closesOnLeave?: boolean
  children: ReactNode
}

/**
 * A button that opens something below it, made of `details` so that it works without a script. With a script it also
 * closes on Escape, on a click elsewhere and after navigation.
 */
export function Disclosure(props: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const location = useLocation()

  useEffect(() => {
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !details.current?.contains(event.target)) close(details.current)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.current?.open) return
      close(details.current)
      details.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [])

  return (
    <details
      // A new page is a new element, and that is closed.
      key={location.key}
      ref={details}
      className={props.className}
      onPointerLeave={(event) => {
        if (props.closesOnLeave && event.pointerType === 'mouse') close(event.currentTarget)
      }}
    >
      <summary className={props.summaryClassName} aria-label={props.label}>
        {props.summary}
      </summary>
      {props.children}
    </details>
  )
}

function close(details: HTMLDetailsElement | null): void {
  details?.removeAttribute('open')
}
