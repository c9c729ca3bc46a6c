import { createContext, use } from 'react'
import { useMatches, useRouteLoaderData } from 'react-router'
import type { Locale, Texts } from '#texts/texts.ts'
import type { ActorView, NetworkIdentity } from './call-context.ts'
import type { Consent } from './consent.ts'

/** The page's colour scheme as the visitor chose it; `auto` follows the system. */
export type ColorScheme = 'auto' | 'light' | 'dark'

/** What the root loader tells every page. */
export interface RootData {
  actor: ActorView | null
  locale: Locale
  network: Pick<NetworkIdentity, 'name' | 'supportEmail'>
  publicUrl: string
  scheme: ColorScheme
  /** Absent until the visitor has answered the cookie notice. */
  consent?: Consent
  /** Whether a phone asked, by its user agent; narrow windows are the style sheets' business. */
  isPhone: boolean
  /** Present for signed-in accounts; pages with a form for visitors answer their own `csrfToken`. */
  csrfToken?: string
  texts: Texts
  /** When the server rendered, as an ISO instant: relative times agree in server and browser. */
  now: string
}

/** Who is looking, in which language, at whose network. Absent only when the root loader itself failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>('root')
}

/** Who is looking, in which language, at whose network. */
export function useSession(): Pick<RootData, 'actor' | 'locale' | 'network' | 'publicUrl' | 'now' | 'isPhone'> {
  const root = useRootData()
  if (!root) throw new Error('The session is only known below the root route.')
  return root
}

/** The token for forms that were loaded without a page, such as those in a dialog of the shell. */
export const CsrfTokenContext = createContext<string | undefined>(undefined)

/** The token for this page's forms: from the deepest loader that answered a `csrfToken`. */
export function useCsrfToken(): string {
  const given = use(CsrfTokenContext)
  const tokens = useMatches().map((match) => (match.loaderData as { csrfToken?: string } | undefined)?.csrfToken)
  return given ?? tokens.findLast((token) => token !== undefined) ?? ''
}
