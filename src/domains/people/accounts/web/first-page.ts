import { ROLES } from '#kernel/actor.ts'
import type { Role } from '#kernel/actor.ts'
import { chooseDestination } from '../rules.ts'

/** The first part of the addresses of one role's pages. Other pages are for several roles, or for visitors. */
const ROLE_PAGES: Record<Role, readonly string[]> = {
  publisher: [
    'claims',
    'custom_link',
    'hits',
    'home',
    'installation',
    'invitations',
    'payments',
    'performance',
    'promotions',
    'rates',
    'transactions',
  ],
  advertiser: ['brand'],
  operator: ['operator'],
}

/** Returns the only role that a page is for; undefined for a page of several roles, or of visitors. */
export function findPageRole(path: string): Role | undefined {
  const [, first = ''] = path.split(/[/?#]/)
  return ROLES.find((role) => ROLE_PAGES[role].includes(first))
}

/** Chooses the page after a login: the requested page, unless it is for another role than the account's `home`. */
export function chooseFirstPage(next: string | null | undefined, home: string): string {
  const page = chooseDestination(next, home)
  const role = findPageRole(page)
  return role === undefined || role === findPageRole(home) ? page : home
}
