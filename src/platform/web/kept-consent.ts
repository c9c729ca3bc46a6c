import { consentCookie, consentFrom, forgottenCookies } from './consent.ts'
import type { Consent } from './consent.ts'

/* What only a browser can do with the consent; the server reads `consent.ts` too. */

/** Names of the local storage entries that need consent. */
const functional = ['filterTime', 'recentNames']

/** Returns whether preferences may be stored. */
export function mayRemember(): boolean {
  return consentFrom(document.cookie) === 'all'
}

/** Stores the consent in this browser and deletes the data that it no longer allows. */
export function keepConsent(consent: Consent): void {
  document.cookie = consentCookie(consent)
  if (consent === 'all') return
  for (const cookie of forgottenCookies()) document.cookie = cookie
  forgetStorage()
}

/** Deletes the local storage entries that need consent. */
function forgetStorage(): void {
  try {
    for (const key of functional) localStorage.removeItem(key)
  } catch {
    // Storage may be forbidden; then it is empty.
  }
}
