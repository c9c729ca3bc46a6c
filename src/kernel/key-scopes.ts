/** What a publisher's API key can allow: to read transactions, to read advertisers and promotions, to make links. */
export const PUBLISHER_SCOPES = ['read_transactions', 'read_directory', 'make_links'] as const

/**
 * What an advertiser's API key can allow: to decide its orders by files and rows and to read what came of them, to read
 * its programme with its orders, clicks, publishers and promotions, and to read its invoices.
 */
export const ADVERTISER_SCOPES = ['decide_orders', 'read_program', 'read_invoices'] as const

/** What an API key can allow. */
export const KEY_SCOPES = [...PUBLISHER_SCOPES, ...ADVERTISER_SCOPES] as const

/** One of `KEY_SCOPES`. */
export type KeyScope = (typeof KEY_SCOPES)[number]
