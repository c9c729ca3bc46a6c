import type { Role } from '#kernel/actor.ts'
import type { LoginType, ReviewStatus, TokenKind } from './contract.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** A session ends this long after its login, used or not: the cookie then says the same as the row. */
export const SESSION_MS = 30 * DAY_MS

/** How long a mailed link works. A reset is asked for by somebody who waits; the first password is offered unasked. */
export const LINK_MS: Record<TokenKind, number> = { password_reset: 60 * MINUTE_MS, password_set: 7 * DAY_MS }

/** Failed logins of one network at one address. */
export const LOGIN_PAIR_LIMIT = { max: 10, windowSeconds: 900 }

/** Failed logins of one network at all addresses: many people may share one. */
export const LOGIN_NETWORK_LIMIT = { max: 100, windowSeconds: 900 }

/**
 * Failed logins at one address from everywhere, against guessing from many networks. Somebody else can use it up, so
 * the way by mail stays open and signs in by itself.
 */
export const LOGIN_ADDRESS_LIMIT = { max: 60, windowSeconds: 3600 }

/** Reset links asked for by one network. */
export const RESET_NETWORK_LIMIT = { max: 20, windowSeconds: 3600 }

/** Reset mails to one address; beyond it the answer stays the same and no mail leaves. */
export const RESET_ADDRESS_LIMIT = { max: 5, windowSeconds: 3600 }

/** Attempts to change one account's password from inside a session. */
export const CHANGE_LIMIT = { max: 10, windowSeconds: 900 }

/** Every request for a reset takes this long, so that the time does not tell whether the address is known. */
export const RESET_ANSWER_MS = 250

/** What a login with the right password comes to. */
export type LoginOutcome = 'welcome' | 'under_review' | 'incorrect'

/** Decides a login with the right password: the wrong door and a rejected account look like a wrong password. */
export function judgeLogin(account: { role: Role; reviewStatus: ReviewStatus }, type: LoginType): LoginOutcome {
  const { role, reviewStatus } = account
  const isDoor = role === 'operator' || role === (type === 'creator' ? 'publisher' : 'advertiser')
  if (!isDoor || reviewStatus === 'rejected') return 'incorrect'
  return reviewStatus === 'approved' ? 'welcome' : 'under_review'
}

/** The first page after a login. */
export function getHome(role: Role): string {
  return { publisher: '/performance/site_report', advertiser: '/brand', operator: '/operator' }[role]
}

/** The login page that an account of this role is sent to. */
export function getLoginPath(role: Role): string {
  return role === 'advertiser' ? '/login-advertiser' : '/login-creator'
}

/** Where to go after a login: the page that was asked for when it is one of ours, otherwise the role's home. */
export function chooseDestination(next: string | null | undefined, home: string): string {
  return next && /^\/(?![/\\])[^\\\s]*$/.test(next) ? next : home
}
