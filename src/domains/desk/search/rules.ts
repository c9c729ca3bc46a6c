import { findInvoiceNumbers } from '#kernel/invoice-number.ts'
import { findChannelAddress } from '#kernel/site-url.ts'

/** The kinds of things that a search finds. */
export const RESULT_KINDS = [
  'transaction',
  'hit',
  'publisher',
  'advertiser',
  'promotion',
  'invoice',
  'payout',
  'host',
  'account',
  'site',
] as const

/** A text to search for, and what it can be by its shape. Absent parts are not searched. */
export interface SearchTerm {
  text: string
  /** A transaction or a payout. */
  uuid?: string
  /** A click token. */
  token?: string
  /** The number of an invoice. */
  invoice?: number
  email?: string
  /** A host with its port, if it has one. */
  host?: string
  /** The id of a publisher or an advertiser. */
  id?: bigint
  /** A site key. */
  siteKey?: string
  /** What the address of a channel contains. */
  channel: string | undefined
  /** The beginning of a name. */
  name?: string
}

/** Shorter texts begin too many names. */
const MIN_NAME = 2

/** The longest order id and coupon code. */
const MAX_TEXT = 120

/** Reads what a text can be. Undefined for a text that is too long or too short for anything. */
export function readTerm(input: string): SearchTerm | undefined {
  const text = input.trim()
  if (text === '' || text.length > MAX_TEXT) return undefined
  const lower = text.toLowerCase()
  const [invoice] = findInvoiceNumbers(text)
  return {
    text,
    channel: findChannelAddress(text),
    ...(UUID.test(lower) && { uuid: lower }),
    ...(CLICK_TOKEN.test(text) && !UUID.test(lower) && { token: text }),
    ...(invoice !== undefined && { invoice }),
    ...(EMAIL.test(lower) && { email: lower }),
    ...(HOST.test(lower) && { host: lower }),
    ...(ID.test(text) && { id: BigInt(text) }),
    ...(SITE_KEY.test(text) && { siteKey: text }),
    ...(text.length >= MIN_NAME && { name: lower }),
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const CLICK_TOKEN = /^[A-Za-z0-9_-]{39,48}$/
const EMAIL = /^[^\s@]+@[^\s@]+$/
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$|^localhost:\d{1,5}$/
const ID = /^[1-9]\d{0,15}$/
const SITE_KEY = /^[a-z0-9]{16}$/
