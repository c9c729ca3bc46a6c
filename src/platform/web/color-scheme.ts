import { mayRemember } from './consent.ts'
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

/**
 * Shows the page in another scheme. With consent the choice is kept in a cookie, so that the server's first byte
 * already has it; without, it lasts until the next document.
 */
export function showScheme(scheme: 'light' | 'dark'): void {
  document.documentElement.dataset['mantineColorScheme'] = scheme
  if (mayRemember()) document.cookie = `${COOKIE}=${scheme}; path=/; max-age=31536000; samesite=lax`
}
