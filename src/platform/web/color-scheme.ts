import type { ColorScheme } from './session.tsx'

const COOKIE = 'tandem_scheme'

/** The scheme that the visitor chose, from the request's cookies; `auto` when nothing was chosen. */
export function schemeFrom(cookies: string | null): ColorScheme {
  const [, value] = new RegExp(`(?:^|; )${COOKIE}=(light|dark)(?:;|$)`).exec(cookies ?? '') ?? []
  return value === 'light' || value === 'dark' ? value : 'auto'
}

/** Runs before the first paint: without a choice the system's scheme is written down for the kit's own selectors. */
export const schemeScript = `{const r=document.documentElement
r.dataset.mantineColorScheme||=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'}`

/** The scheme that the page shows. Only in the browser. */
export function shownScheme(): 'light' | 'dark' {
  return document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light'
}
