import { schemeScript } from '#platform/web/color-scheme.ts'

/**
 * The inline script in the page's head. It runs before the body is parsed, so that menus and the scheme switch work
 * before hydration. Only the server renders its text; the client bundle does not need it.
 */
export const earlyScript = import.meta.env.SSR
  ? `${schemeScript};(${handleMenus})();(${handleChoices})();(${handleCutText})()`.replaceAll(/\n\s+/g, '\n')
  : ''

/**
 * Handles keys, pointer and focus for every `Disclosure` of the page. Escape closes the innermost open one and focuses
 * its button. The up and down arrows cycle through its links and buttons, and down opens it. A press elsewhere closes
 * it. The function must not use anything from its module, because its text is inlined.
 */
function handleMenus(): void {
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

/**
 * Switches to the colour scheme or the density of lists of the pressed button. The other button of the two takes its
 * place and its focus. With consent a cookie keeps the choice, so that the server renders it; without consent it lasts
 * until the next document. The function must not use anything from its module, because its text is inlined.
 */
function handleChoices(): void {
  const choose = (event: MouseEvent) => {
    const button = event.target instanceof Element && event.target.closest('button')
    if (!button || !['scheme', 'density'].includes(button.name)) return
    event.preventDefault()
    const { name, value } = button
    document.documentElement.dataset[name === 'scheme' ? 'mantineColorScheme' : name] = value
    button.parentElement?.querySelector<HTMLButtonElement>(`button:not([value=${value}])`)?.focus()
    if (!document.cookie.split('; ').includes('tandem_consent=all')) return
    document.cookie = `tandem_${name}=${value}; path=/; max-age=31536000; samesite=lax`
  }
  // Before React, which stops a click on a part of the page whose script has not loaded yet.
  addEventListener('click', choose, true)
}

/**
 * Gives a cell of a table whose texts are cut off their whole as its title, when the pointer or the focus comes to it.
 * The function must not use anything from its module, because its text is inlined.
 */
function handleCutText(): void {
  const isCut = (part: Element) =>
    part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1 || !part.checkVisibility()
  const show = ({ target }: Event) => {
    const cell = target instanceof Element && target.closest<HTMLElement>('tbody :is(td, th)')
    if (!cell) return
    const texts = [...cell.querySelectorAll('div:not(:has(div)), p')]
    const lines = texts.map(({ childNodes: parts, tagName }) =>
      [...parts].map(({ textContent: part }) => part).join(tagName === 'P' ? ' · ' : ''),
    )
    cell.title = texts.some(isCut) ? lines.join('\n') : ''
  }
  document.addEventListener('pointerover', show)
  document.addEventListener('focusin', show)
}
