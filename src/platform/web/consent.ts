import { choiceCookie } from './choice-cookie.ts'

/** The visitor's consent: to necessary storage only, or also to stored preferences. */
export type Consent = 'necessary' | 'all'

/** The cookie that holds the visitor's consent. */
export const CONSENT_COOKIE = 'tandem_consent'

/** Names of the cookies that need consent. */
const functional = ['tandem_scheme', 'tandem_density', 'tandem_lists']

/** Reads the consent from the cookies; `undefined` when there is none. */
export function consentFrom(cookies: string | null | undefined): Consent | undefined {
  const [, value] = new RegExp(`(?:^|; )${CONSENT_COOKIE}=(necessary|all)(?:;|$)`).exec(cookies ?? '') ?? []
  return value === 'necessary' || value === 'all' ? value : undefined
}

/**
 * Reads the consent of a request. Without a cookie, Global Privacy Control (`Sec-GPC: 1`) counts as `necessary`.
 */
export function readConsent(headers: { cookie?: string | undefined; gpc: unknown }): Consent | undefined {
  return consentFrom(headers.cookie) ?? (headers.gpc === '1' ? 'necessary' : undefined)
}

/** Builds the `Set-Cookie` value, or `document.cookie` assignment, that stores a consent. */
export function consentCookie(consent: Consent): string {
  return choiceCookie(CONSENT_COOKIE, consent)
}

/** Builds the assignments that delete the cookies which need consent. */
export function forgottenCookies(): string[] {
  return functional.map((name) => `${name}=; Path=/; Max-Age=0; SameSite=Lax`)
}
