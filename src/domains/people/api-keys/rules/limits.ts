import type { KeyScope } from '#kernel/key-scopes.ts'

/** Requests that one API key may send in a minute. */
export const REQUESTS_PER_MINUTE = 60

/** The most API keys of a publisher that are valid at once. */
export const MAX_VALID_KEYS = 20

/** Scopes that change nothing. Only keys with such scopes may stand in an address. */
export const READ_SCOPES: readonly KeyScope[] = ['read_transactions', 'read_directory', 'read_program', 'read_invoices']

/** The longest name of an API key, in characters. */
export const MAX_KEY_NAME = 60
