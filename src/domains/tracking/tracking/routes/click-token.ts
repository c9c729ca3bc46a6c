import { hash, timingSafeEqual } from 'node:crypto'

/** The click that a token stands for, as the primary key of its row. */
export interface ClickRef {
  publisherId: bigint
  /** A version 7 UUID, which encodes the time of the click. */
  clickId: string
}

/** The app's secret, prepared for many tokens; see `clickTokenKey`. */
export interface ClickTokenKey {
  /** The padded key of HMAC's inner hash, followed by space for a message. */
  inner: Buffer
  /** The padded key of the outer hash, followed by space for the inner digest. */
  outer: Buffer
}

const BLOCK_BYTES = 64
const DIGEST_BYTES = 32
const PUBLISHER_BYTES = 8
const ID_BYTES = 16
const ID_AT = BLOCK_BYTES + PUBLISHER_BYTES
const MAC_BYTES = 12
/** Length of the MAC in base64url, which encodes 12 bytes without a remainder. */
const MAC_CHARACTERS = 16

/** Prepares the app's secret, of at most 64 bytes, for `mintClickToken` and `readClickToken`. */
export function clickTokenKey(secret: Uint8Array): ClickTokenKey {
  if (secret.length > BLOCK_BYTES) throw new RangeError('A key of HMAC-SHA256 has at most 64 bytes')
  const inner = Buffer.alloc(BLOCK_BYTES + PUBLISHER_BYTES + ID_BYTES)
  const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES)
  for (let index = 0; index < BLOCK_BYTES; index++) {
    inner[index] = (secret[index] ?? 0) ^ 0x36
    outer[index] = (secret[index] ?? 0) ^ 0x5c
  }
  return { inner, outer }
}

/**
 * Creates the click token that an advertiser gets: base64url of a truncated HMAC-SHA256, the publisher's id in as few
 * bytes as it needs, and the click's UUID. 39 characters for the first 255 publishers, 48 at most.
 */
export function mintClickToken(key: ClickTokenKey, { publisherId, clickId }: ClickRef): string {
  const { inner } = key
  inner.writeBigUInt64BE(publisherId, BLOCK_BYTES)
  inner.write(withoutHyphens(clickId), ID_AT, 'hex')
  let bodyAt = BLOCK_BYTES
  while (inner[bodyAt] === 0 && bodyAt < ID_AT - 1) bodyAt++
  return computeMac(key).slice(0, MAC_CHARACTERS) + inner.toString('base64url', bodyAt)
}

/**
 * Reads which click a token stands for; undefined when this network did not create the token. Reads no database and
 * takes the same time for every wrong MAC. Exactly one token is valid per click.
 */
export function readClickToken(key: ClickTokenKey, text: string): ClickRef | undefined {
  if (!/^[A-Za-z0-9_-]{39,48}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  const idAt = bytes.length - ID_BYTES
  const publisher = bytes.toString('hex', MAC_BYTES, idAt)
  const ref = { publisherId: BigInt(`0x${publisher}`), clickId: withHyphens(bytes.toString('hex', idAt)) }
  const minted = Buffer.from(mintClickToken(key, ref))
  const given = Buffer.from(text)
  return minted.length === given.length && timingSafeEqual(minted, given) ? ref : undefined
}

/**
 * Computes HMAC-SHA256 (RFC 2104) of the message in `inner`. Two calls of `hash` take a quarter of the time of
 * `createHmac`, which creates an object for every message.
 */
function computeMac({ inner, outer }: ClickTokenKey): string {
  outer.write(hash('sha256', inner, 'latin1'), BLOCK_BYTES, 'latin1')
  return hash('sha256', outer, 'base64url')
}

function withoutHyphens(id: string): string {
  return id.slice(0, 8) + id.slice(9, 13) + id.slice(14, 18) + id.slice(19, 23) + id.slice(24)
}

function withHyphens(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
