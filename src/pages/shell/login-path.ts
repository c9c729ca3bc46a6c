import type { LoginType } from '#domains/people/accounts/contract/sign-in.ts'

const LOGIN_PATHS = { creator: '/login-creator', advertiser: '/login-advertiser' } as const

/** Builds the path of a login page and keeps the `next` of the present query. */
export function getLoginPath(type: LoginType, search: string): string {
  const next = new URLSearchParams(search).get('next')
  return next === null ? LOGIN_PATHS[type] : `${LOGIN_PATHS[type]}?next=${encodeURIComponent(next)}`
}
