import { createContext as createReactContext } from 'react'
import { createContext } from 'react-router'

/** The request's nonce for scripts and styles, on the way from the HTTP server to the renderer. */
export const nonceContext = createContext<string | undefined>()

/** The nonce while the server renders. Browsers hide nonces, so a page reads it with `pageNonce`. */
export const NonceContext = createReactContext<string | undefined>(undefined)

/** The nonce of the page that is shown, for styles that are added later. */
export function pageNonce(): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
}
