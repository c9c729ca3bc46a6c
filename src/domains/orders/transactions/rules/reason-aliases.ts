import { CANCEL_REASONS, CHOSEN_HOLD_REASONS } from '../contract/vocabulary.ts'

/** The reasons that an alias can stand for: those of cancellations and amendments, and those of holds. */
export const ALIAS_REASONS = [...CANCEL_REASONS, ...CHOSEN_HOLD_REASONS] as const

/** One of `ALIAS_REASONS`. */
export type AliasReason = (typeof ALIAS_REASONS)[number]

/** What the system of an advertiser calls a reason of its decisions. */
export interface ReasonAlias {
  /** In lower case. */
  alias: string
  reason: AliasReason
}

/** The longest alias, in characters. */
export const MAX_ALIAS = 60

/** The most aliases of an advertiser. */
export const MAX_ALIASES = 200

/** Tells whether a text is one of our own reasons, which an alias cannot be. */
export function isReason(text: string): boolean {
  const reasons: readonly string[] = ALIAS_REASONS
  return reasons.includes(text.toUpperCase())
}
