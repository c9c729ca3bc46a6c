import type { Role } from './actor.ts'

/**
 * The mails about its work that an account can switch off, by role. The members of an advertiser's team choose on the
 * page of their notices. Mails about its safety, those that answer a request of the account, and those on which a date
 * depends are always sent.
 */
export const NOTICES = {
  publisher: ['memberships', 'decisions', 'run_announced', 'paid', 'payment_failed', 'funds', 'claims', 'invitations'],
  advertiser: [],
  operator: ['applications', 'openings', 'tax_forms', 'funds', 'memberships'],
} as const satisfies Record<Role, readonly string[]>

/** A kind of mail that can be switched off. */
export type Notice = (typeof NOTICES)[Role][number]

/** All kinds of mails that can be switched off. */
export const ALL_NOTICES: readonly Notice[] = [...new Set(Object.values(NOTICES).flat())]
