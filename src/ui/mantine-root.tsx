import { MantineProvider } from '@mantine/core'
import type { MantineColorSchemeManager } from '@mantine/core'
import { use } from 'react'
import type { ReactNode } from 'react'
import { shownScheme } from '#platform/web/color-scheme.ts'
import { NonceContext, pageNonce } from '#platform/web/nonce.ts'
import { useRootData } from '#platform/web/session.tsx'
import { theme } from './theme.ts'

/**
 * What the kit's components need around them. Pages that only show something do without it and stay small; shells whose
 * pages have forms, tables and dialogs carry it.
 */
export function MantineRoot({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  const scheme = useRootData()?.scheme ?? 'auto'
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      defaultColorScheme={scheme}
      colorSchemeManager={schemeManager}
      getStyleNonce={() => nonce ?? pageNonce() ?? ''}
    >
      {children}
    </MantineProvider>
  )
}

/** The kit follows the page; what the page shows is decided elsewhere. */
const schemeManager: MantineColorSchemeManager = {
  get: (fallback) => (typeof document === 'undefined' ? fallback : shownScheme()),
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}
