import type { Role } from '#kernel/actor.ts'
import { readLocalPath } from '#kernel/local-path.ts'
import type { TokenKind } from './contract/sign-in.ts'
import type { ReviewStatus } from './contract/accounts.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** A session ends this long after its login, used or not, so that cookie and row expire together. */
export const SESSION_MS = 30 * DAY_MS

/** A session also ends when it has not been used for this long. Operators decide about money. */
export const SESSION_IDLE_MS = { operators: DAY_MS / 2, others: 14 * DAY_MS }

/** The most sessions of one account. A further login ends the session that was used least recently. */
export const MAX_SESSIONS = 20

/**
 * How long a mailed link works. An owner requests a reset and waits for it; the link for the first password may come
 * unrequested and therefore works longer.
 */
export const LINK_MS: Record<TokenKind, number> = { password_reset: 60 * MINUTE_MS, password_set: 7 * DAY_MS }

/**
 * The waits after failed logins. A browser in which the account has logged in before has a wait of its own, and the
 * others do not hold it up: neither the failures of strangers nor an address that all visitors share. Every wait ends
 * by itself, and the reset by mail logs the owner in meanwhile.
 */
export const LOGIN_WAITS = {
  /** One account in a browser that it knows. */
  device: { freeFailures: 10, maxSeconds: 900 },
  /** All accounts from one IP prefix, which many people may share. */
  network: { freeFailures: 100, maxSeconds: 30 },
  /** One account from one IP prefix. */
  pair: { freeFailures: 10, maxSeconds: 900 },
  /** One account from all IP prefixes, against distributed guessing. */
  account: { freeFailures: 30, maxSeconds: 60 },
}

/** How long a browser stays known to an account after a login. */
export const DEVICE_MS = 365 * DAY_MS

/** A login that waits for its code ends after this time, or after so many codes. */
export const CHALLENGE_MS = 5 * MINUTE_MS

/** @see CHALLENGE_MS */
export const MAX_CODE_ATTEMPTS = 5

/** Wrong codes for one account, in all its logins. */
export const CODE_LIMIT = { max: 10, windowSeconds: 900 }

/** Requests for reset links from one IP prefix. */
export const RESET_NETWORK_LIMIT = { max: 20, windowSeconds: 3600 }

/** Reset mails to one address. Beyond the limit the answer stays the same and no mail is sent. */
export const RESET_ADDRESS_LIMIT = { max: 5, windowSeconds: 3600 }

/** Wrong passwords that are entered in the sessions of one account. */
export const PASSWORD_CHECK_LIMIT = { max: 10, windowSeconds: 900 }

/**
 * Every request for a reset takes at least this long, so that the time does not reveal whether the address is known.
 */
export const RESET_ANSWER_MS = 250

/** The outcome of a login with the right password. */
export type LoginOutcome = 'welcome' | 'under_review' | 'incorrect'

/**
 * Decides a login with the right password, which leads to the account from the login page of the other role too. A
 * rejected account looks like a wrong password.
 */
export function judgeLogin(reviewStatus: ReviewStatus): LoginOutcome {
  if (reviewStatus === 'rejected') return 'incorrect'
  return reviewStatus === 'approved' ? 'welcome' : 'under_review'
}

/** The first page of a role after a login. */
export function getHome(role: Role): string {
  return { publisher: '/home', advertiser: '/brand', operator: '/operator' }[role]
}

/** The login page of a role. */
export function getLoginPath(role: Role): string {
  return role === 'advertiser' ? '/login-advertiser' : '/login-creator'
}

/** Chooses the page to return to: the requested page when it is on this site, otherwise `home`. */
export function chooseDestination(next: string | null | undefined, home: string): string {
  return readLocalPath(next) ?? home
}

/** What an erased account has in place of an address. No address looks like it, so no sign-up can use it. */
export function erasedEmail(accountId: bigint): string {
  return `erased:${accountId}`
}

/** The name of an erased account. */
export function erasedName(accountId: bigint): string {
  return `Erased account ${accountId}`
}
