/**
 * Why a hit on a tracking link counts or does not. A closed list; the database checks it, and the roll-ups have one
 * column for each. Only `payable` hits are clicks in reports, carry a click token to the advertiser and can earn a
 * commission.
 */
export const VERDICTS = [
  'payable',
  'bot',
  'prefetch',
  'head',
  'no_consent',
  'not_joined',
  'program_closed',
  'inactive_site',
  'unknown_site',
  'unknown_advertiser',
  'invalid_url',
] as const

/** One of `VERDICTS`. */
export type Verdict = (typeof VERDICTS)[number]
