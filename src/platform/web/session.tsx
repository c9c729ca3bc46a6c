import { createContext, use } from 'react'
import { useMatches, useRouteLoaderData } from 'react-router'
import type { Day } from '#kernel/days.ts'
import type { Locale, Texts } from '#texts/texts.ts'
import type { ActorView, NetworkIdentity } from './call-context.ts'
import type { ColorScheme } from './color-scheme.ts'
import type { Consent } from './consent.ts'
import type { Density } from './density.ts'

/** The data of the root loader, for every page. */
export interface RootData {
  actor: ActorView | null
  locale: Locale
  network: Pick<NetworkIdentity, 'name' | 'supportEmail'>
  publicUrl: string
  trackingOrigin: string
  scheme: ColorScheme
  /** Absent until the visitor has answered the cookie notice. */
  consent?: Consent
  /** Whether the user agent is a phone. The style sheets handle narrow windows. */
  isPhone: boolean
  /** Present for signed-in accounts. The loader of a page with a form for visitors returns its own `csrfToken`. */
  csrfToken?: string
  /** The day of the server rendering. Only accounts get it, because the pages of visitors are kept. */
  today?: Day
  /** Of the lists of the consoles; absent for visitors. */
  density?: Density
  texts: Texts
}

/** Returns the data of the root loader; `undefined` only when that loader failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>('root')
}

type SessionPart = 'actor' | 'locale' | 'network' | 'publicUrl' | 'trackingOrigin' | 'today' | 'isPhone'

/** Returns the account, the language and the network of the request. */
export function useSession(): Pick<RootData, SessionPart> {
  const root = useRootData()
  if (!root) throw new Error('The session is only known below the root route.')
  return root
}

/** The CSRF token for forms that are loaded without a page, for example in a dialog of the layout. */
export const CsrfTokenContext = createContext<string | undefined>(undefined)

/** Returns the CSRF token for the forms of a page, from the deepest loader that returned a `csrfToken`. */
export function useCsrfToken(): string {
  const given = use(CsrfTokenContext)
  const tokens = useMatches().map((match) => (match.loaderData as { csrfToken?: string } | undefined)?.csrfToken)
  return given ?? tokens.findLast((token) => token !== undefined) ?? ''
}
