/** What a visitor agreed to: only what the site needs, or its memory for preferences as well. */
export type Consent = 'necessary' | 'all'

/** Holds the visitor's answer to the cookie notice. */
export const CONSENT_COOKIE = 'tandem_consent'

const YEAR_SECONDS = 31_536_000

/** What is kept only with consent: cookies and entries of the local storage, by name. */
const functional = { cookies: ['tandem_scheme'], storage: ['filterTime'] }

/** The visitor's answer as the request's cookies hold it; `undefined` while there is none. */
export function consentFrom(cookies: string | null): Consent | undefined {
  const [, value] = new RegExp(`(?:^|; )${CONSENT_COOKIE}=(necessary|all)(?:;|$)`).exec(cookies ?? '') ?? []
  return value === 'necessary' || value === 'all' ? value : undefined
}

/**
 * The answer for a request. A browser that asks not to be tracked (`Sec-GPC: 1`) has answered already, unless its
 * visitor said otherwise here.
 */
export function readConsent(headers: Headers): Consent | undefined {
  return consentFrom(headers.get('cookie')) ?? (headers.get('sec-gpc') === '1' ? 'necessary' : undefined)
}

/** Whether preferences may be remembered on this machine. Only in the browser. */
export function mayRemember(): boolean {
  return consentFrom(document.cookie) === 'all'
}

/** The `Set-Cookie` value, or `document.cookie` assignment, that keeps an answer. */
export function consentCookie(consent: Consent): string {
  return `${CONSENT_COOKIE}=${consent}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}

/** The assignments that take back everything that needs consent. */
export function forgottenCookies(): string[] {
  return functional.cookies.map((name) => `${name}=; Path=/; Max-Age=0; SameSite=Lax`)
}

/** Keeps the answer in this browser and removes what it no longer allows. */
export function keepConsent(consent: Consent): void {
  document.cookie = consentCookie(consent)
  if (consent === 'all') return
  for (const cookie of forgottenCookies()) document.cookie = cookie
  forgetStorage()
}

/** Empties what the local storage holds of ours. */
export function forgetStorage(): void {
  try {
    for (const key of functional.storage) localStorage.removeItem(key)
  } catch {
    // Storage may be forbidden; then there is nothing in it.
  }
}
