import type { LoginType } from '#domains/accounts/contract.ts'

const DOORS = { creator: '/login-creator', advertiser: '/login-advertiser' } as const

/** The login page of a side, which leads to the `next` of the present page's query after the login. */
export function doorOf(type: LoginType, search: string): string {
  const next = new URLSearchParams(search).get('next')
  return next === null ? DOORS[type] : `${DOORS[type]}?next=${encodeURIComponent(next)}`
}
