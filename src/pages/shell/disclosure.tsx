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
 * A button that opens something below it, made of `details` so that it works without a script. `handleMenus` adds the
 * keys and closes it; React holds no state of it, so a menu that was opened before hydration stays open.
 */
export function Disclosure(props: DisclosureProps) {
  return (
    <details
      // A new page is a new element, and that is closed.
      key={useLocation().key}
      className={props.className}
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

/**
 * Handles the keys, the pointer and the focus for every `Disclosure` of the page. Escape closes the innermost open one
 * and returns to its button; up and down go through its links and buttons, round and round, and down opens it. A press
 * elsewhere closes it. The page carries this function as text (`early-script.ts`), so it uses nothing from outside.
 */
export function handleMenus(): void {
  const closeUnless = (menus: Iterable<Element>, target: EventTarget | null) => {
    for (const menu of menus) if (!(target instanceof Node && menu.contains(target))) menu.removeAttribute('open')
  }
  const findAll = (selector: string) => document.querySelectorAll<HTMLDetailsElement>(`${selector}[open]`)
  const findAround = (target: EventTarget | null, selector: string) =>
    target instanceof Element ? target.closest<HTMLDetailsElement>(selector) : null

  document.addEventListener('pointerdown', ({ target }) => closeUnless(findAll('[data-menu]'), target))
  document.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget) closeUnless(findAll('[data-menu~=blur]'), relatedTarget)
  })
  document.addEventListener('pointerout', ({ target, relatedTarget, pointerType }) => {
    const menu = findAround(target, '[data-menu~=leave]')
    if (menu && pointerType === 'mouse') closeUnless([menu], relatedTarget)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      const menu = findAround(event.target, '[data-menu][open]')
      menu?.removeAttribute('open')
      menu?.querySelector('summary')?.focus()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const menu = findAround(event.target, '[data-menu]')
    if (step === undefined || !menu) return
    event.preventDefault()
    menu.open = true
    const entries = [...menu.querySelectorAll<HTMLElement>('a, button')].filter((entry) => entry.checkVisibility())
    const present = entries.findIndex((entry) => entry === document.activeElement)
    const next = present === -1 && step === -1 ? entries.length - 1 : present + step
    entries.at(next % entries.length)?.focus()
  })
}
