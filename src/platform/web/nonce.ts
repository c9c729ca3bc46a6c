import { createContext as createReactContext } from 'react'
import { createContext } from 'react-router'

/** Passes the nonce for scripts and styles from the HTTP server to the renderer. */
export const nonceContext = createContext<string | undefined>()

/** The nonce during server rendering. In the browser use `pageNonce`. */
export const NonceContext = createReactContext<string | undefined>(undefined)

/** Returns the nonce of the current page for styles that are added later. A kept page has it on style sheets only. */
export function pageNonce(): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector<HTMLElement>('[nonce]')?.nonce
}
