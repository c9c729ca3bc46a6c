/** Whether a payment is a deposit of an advertiser, waits for an operator, or concerns no advertiser. */
export const ENTRY_STATES = ['recorded', 'waiting', 'dismissed'] as const

/** One of `ENTRY_STATES`. */
export type EntryState = (typeof ENTRY_STATES)[number]

/**
 * Why a payment is not recorded at once: among others, `repeated` is a booking that stands in the file before with the
 * same balance or entry reference, `looks_like` one that an operator may have entered by hand, `looks_known` one that
 * an earlier file may have had under another reference, `unexplained` one whose payments do not add up to it, and
 * `taken_back` one that went out and concerns an advertiser.
 */
export const ENTRY_PROBLEMS = [
  'no_reference',
  'unknown_reference',
  'ambiguous',
  'other_amount',
  'currency',
  'reversal',
  'above_bound',
  'repeated',
  'looks_like',
  'looks_known',
  'unexplained',
  'taken_back',
] as const

/** One of `ENTRY_PROBLEMS`. */
export type EntryProblem = (typeof ENTRY_PROBLEMS)[number]

/** Whether an operator uploaded the file, or the job fetched it. */
export type EntrySource = 'upload' | 'fetch'

/** `check` shows what would come of a file and changes nothing; `record` records it. */
export const FILE_MODES = ['check', 'record'] as const

/** One of `FILE_MODES`. */
export type FileMode = (typeof FILE_MODES)[number]

/** What comes of a payment of a file. */
export const ENTRY_OUTCOMES = ['matched', 'waiting', 'known'] as const

/** One of `ENTRY_OUTCOMES`. */
export type EntryOutcome = (typeof ENTRY_OUTCOMES)[number]

/** The most payments of one file. */
export const MAX_ENTRIES = 10_000

/** The largest file, in bytes. */
export const MAX_BANK_FILE_BYTES = 8 * 1024 * 1024
