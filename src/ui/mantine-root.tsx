import { MantineProvider } from '@mantine/core'
import type { MantineColorSchemeManager } from '@mantine/core'
import { use } from 'react'
import type { ReactNode } from 'react'
import { NonceContext, pageNonce } from '#platform/web/nonce.ts'
import { useRootData } from '#platform/web/session.tsx'
import { theme } from './theme.ts'

/**
 * The provider that Mantine's components need. Shells whose pages have forms, tables and dialogs use it. Static pages
 * do without it and stay small.
 */
export function MantineRoot({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  const scheme = useRootData()?.scheme ?? 'auto'
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withStaticClasses={false}
      defaultColorScheme={scheme}
      colorSchemeManager={schemeManager}
      getStyleNonce={() => nonce ?? pageNonce() ?? ''}
    >
      {children}
    </MantineProvider>
  )
}

/** Mantine follows the colour scheme of the page and does not set it. */
const schemeManager: MantineColorSchemeManager = {
  get: (fallback) => (typeof document === 'undefined' ? fallback : shownScheme()),
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}

/** Returns the scheme that the page shows. Only in the browser. */
function shownScheme(): 'light' | 'dark' {
  return document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light'
}
