const DAY_MS = 86_400_000

/** Applications and sign-ups from one network: an office or a school may share one. */
export const NETWORK_LIMIT = { max: 30, windowSeconds: 3600 }

/** Applications and sign-ups for one address; beyond it the answer stays the same and nothing is kept or mailed. */
export const ADDRESS_LIMIT = { max: 5, windowSeconds: 3600 }

/** Attempts to use a link of a sign-up's mail from one network. */
export const RESUME_LIMIT = { max: 60, windowSeconds: 3600 }

/** Every application and first step takes this long, so that the time does not tell whether an address is known. */
export const ANSWER_MS = 250

/** A sign-up can be continued for this long after it began; finished or not, its row is removed then. */
export const SIGN_UP_MS = 7 * DAY_MS
