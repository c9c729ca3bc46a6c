/** Requests that one API key may send in a minute. */
export const REQUESTS_PER_MINUTE = 60

/** The most API keys of a publisher that are valid at once. */
export const MAX_VALID_KEYS = 20

/** The longest name of an API key, in characters. */
export const MAX_KEY_NAME = 60
