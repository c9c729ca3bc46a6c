import { getAccountKind, isAdmitted } from '#kernel/access.ts'
import type { Reader, TeamAct } from '#kernel/access.ts'
import { DAY_MS, HOUR_MS } from '#kernel/days.ts'

/** The kinds of notices that a member of a team can have when it wants. */
export const CHOSEN_KINDS = ['memberships', 'claims', 'tracking'] as const

/** The kinds on which a date depends: they are mailed at once and stand in the list. */
export const FIXED_KINDS = ['openings', 'funds', 'budgets', 'invoices', 'closings'] as const

/** One of `CHOSEN_KINDS`. */
export type ChosenKind = (typeof CHOSEN_KINDS)[number]

/** A kind of notice to a team. */
export type TeamNoticeKind = ChosenKind | (typeof FIXED_KINDS)[number]

/** All kinds of notices to a team. */
export const TEAM_NOTICE_KINDS: readonly TeamNoticeKind[] = [...CHOSEN_KINDS, ...FIXED_KINDS]

/** The act that a role must include to be told. */
export const NOTICE_ACTS: Record<TeamNoticeKind, TeamAct> = {
  memberships: 'run_programme',
  claims: 'decide',
  tracking: 'integrate',
  openings: 'run_programme',
  funds: 'see_money',
  budgets: 'see_money',
  invoices: 'see_money',
  closings: 'run_programme',
}

/** Lists the kinds, of some, that can concern a member with a role. */
export function listKindsFor<Kind extends TeamNoticeKind>(kinds: readonly Kind[], reader: Reader): Kind[] {
  return kinds.filter((kind) => isAdmitted(`advertiser:${NOTICE_ACTS[kind]}`, getAccountKind(reader)))
}

/** When a notice is mailed. */
export const MAIL_CHOICES = ['now', 'daily', 'weekly', 'never'] as const

/** One of `MAIL_CHOICES`. */
export type MailChoice = (typeof MAIL_CHOICES)[number]

/** The digests. */
export const DIGESTS = ['daily', 'weekly'] as const

/** One of `DIGESTS`. */
export type Digest = (typeof DIGESTS)[number]

/** How a member is told. */
export interface Delivery {
  isMailed: boolean
  digest: Digest | null
  isListed: boolean
}

/** Decides how a member is told of a kind, by its choice. */
export function chooseDelivery(
  kind: TeamNoticeKind,
  choice: { mail: MailChoice; isListed: boolean } | undefined,
): Delivery {
  const isFixed = FIXED_KINDS.some((fixed) => fixed === kind)
  if (isFixed || choice === undefined) return { isMailed: true, digest: null, isListed: true }
  const { mail, isListed } = choice
  return { isMailed: mail === 'now', digest: mail === 'daily' || mail === 'weekly' ? mail : null, isListed }
}

/** The hour (UTC) of the digests. */
const DIGEST_HOUR = 6

/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/**
 * The moment before which notices stand in the digest that is due at `now`: the last 6 o'clock (UTC), of a Monday for
 * the weekly one. A digest that a stopped network missed is so made up for.
 */
export function getDigestEnd(digest: Digest, now: Date): Date {
  const [period, first] = digest === 'daily' ? [DAY_MS, 0] : [7 * DAY_MS, FIRST_MONDAY_MS]
  const start = first + DIGEST_HOUR * HOUR_MS
  return new Date(start + Math.floor((now.getTime() - start) / period) * period)
}

/** The address of the page that ends digests, before their token. */
export const DIGEST_END_PATH = '/stop-digest'
