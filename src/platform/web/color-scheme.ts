/** The page's colour scheme as the visitor chose it; `auto` follows the system. */
export type ColorScheme = 'auto' | 'light' | 'dark'

const COOKIE = 'tandem_scheme'

/** Reads the colour scheme that the visitor chose from the cookies; `auto` when there is none. */
export function schemeFrom(cookies: string | undefined): ColorScheme {
  const [, value] = new RegExp(`(?:^|; )${COOKIE}=(light|dark)(?:;|$)`).exec(cookies ?? '') ?? []
  return value === 'light' || value === 'dark' ? value : 'auto'
}

/**
 * Script that runs before the first paint. Without a choice of the visitor it sets the scheme of the system on the root
 * element, for the selectors of Mantine.
 */
export const schemeScript = `{const r=document.documentElement
r.dataset.mantineColorScheme||=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'}`
