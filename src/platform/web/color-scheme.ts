import type { MantineColorSchemeManager } from '@mantine/core'
import type { ColorScheme } from './session.tsx'

const COOKIE = 'tandem_scheme'

/** The scheme that the visitor chose, from the request's cookies; `auto` when nothing was chosen. */
export function schemeFrom(cookies: string | null): ColorScheme {
  const [, value] = new RegExp(`(?:^|; )${COOKIE}=(light|dark)(?:;|$)`).exec(cookies ?? '') ?? []
  return value === 'light' || value === 'dark' ? value : 'auto'
}

/** Runs before the first paint: without a choice the system's scheme is written down for the kit's own selectors. */
export const schemeScript = `{const r=document.documentElement;r.dataset.mantineColorScheme||=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'}`

/**
 * Keeps the scheme in a cookie, so that the server's first byte already has it; only ever after the visitor's own
 * click.
 */
export const schemeManager: MantineColorSchemeManager = {
  get: (fallback) => (typeof document === 'undefined' ? fallback : schemeFrom(document.cookie)),
  set: (scheme) => {
    document.cookie = `${COOKIE}=${scheme}; path=/; max-age=31536000; samesite=lax`
  },
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {
    document.cookie = `${COOKIE}=; path=/; max-age=0; samesite=lax`
  },
}
