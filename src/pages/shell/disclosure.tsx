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
  /** Close when the focus goes elsewhere, as menus do. */
  closesOnBlur?: boolean
  children: ReactNode
}

/**
 * A button that opens something below it, made of `details` so that it works without a script. With a script the arrow
 * keys walk through what is inside, and it closes on Escape, on a click elsewhere and after navigation.
 */
export function Disclosure(props: DisclosureProps) {
  // A new page is a new element, and that is closed.
  return <Details key={useLocation().key} {...props} />
}

function Details(props: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null)

  const { closesOnBlur } = props
  useEffect(() => {
    const node = details.current
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !node?.contains(event.target)) close(node)
    }
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      if (closesOnBlur && relatedTarget instanceof Node && !node?.contains(relatedTarget)) close(node)
    }
    document.addEventListener('pointerdown', onPointer)
    node?.addEventListener('keydown', walk)
    node?.addEventListener('focusout', onBlur)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      node?.removeEventListener('keydown', walk)
      node?.removeEventListener('focusout', onBlur)
    }
  }, [closesOnBlur])

  return (
    <details
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

/** Escape closes; up and down go through the links and buttons, round and round, and down opens. */
function walk(this: HTMLDetailsElement, event: KeyboardEvent): void {
  const summary = this.querySelector('summary')
  if (event.key === 'Escape' && this.open) {
    close(this)
    summary?.focus()
    return
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  this.open = true
  const entries = [...this.querySelectorAll<HTMLElement>('a, button')].filter((entry) => entry.offsetParent !== null)
  const present = entries.indexOf(document.activeElement as HTMLElement)
  const next = present === -1 && step === -1 ? entries.length - 1 : present + step
  entries.at(next % entries.length)?.focus()
}

function close(details: HTMLDetailsElement | null): void {
  details?.removeAttribute('open')
}
