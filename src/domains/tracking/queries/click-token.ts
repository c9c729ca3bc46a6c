import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** Which click a token stands for: enough to read its one row. */
export interface ClickRef {
  publisherId: bigint
  /** Version 7 UUID; the time of the click is inside it. */
  clickId: string
}

const MAC_BYTES = 12
const ID_BYTES = 16
const HEAD_BYTES = MAC_BYTES + ID_BYTES
const MAX_PUBLISHER_BYTES = 8

/** Prepares the network's secret for `mintClickToken` and `readClickToken`. */
export function clickTokenKey(secret: Uint8Array): KeyObject {
  return createSecretKey(secret)
}

/**
 * The click id that an advertiser gets: base64url of a truncated HMAC-SHA256, the click's UUID and the publisher's id
 * in as few bytes as it needs. 39 characters for the first 255 publishers, 48 at most.
 */
export function mintClickToken(key: KeyObject, { publisherId, clickId }: ClickRef): string {
  const publisher = publisherId.toString(16)
  const body = clickId.replaceAll('-', '') + (publisher.length % 2 === 0 ? publisher : `0${publisher}`)
  const bytes = Buffer.allocUnsafe(MAC_BYTES + body.length / 2)
  bytes.write(body, MAC_BYTES, 'hex')
  macOf(key, bytes.subarray(MAC_BYTES)).copy(bytes, 0, 0, MAC_BYTES)
  return bytes.toString('base64url')
}

/**
 * What a token stands for; undefined when this network did not mint it. No read of any store, and the same time for
 * every wrong MAC. Exactly one text is valid per click.
 */
export function readClickToken(key: KeyObject, text: string): ClickRef | undefined {
  if (!/^[A-Za-z0-9_-]{39,48}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length <= HEAD_BYTES || bytes.length > HEAD_BYTES + MAX_PUBLISHER_BYTES) return undefined
  if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(key, bytes.subarray(MAC_BYTES)).subarray(0, MAC_BYTES))) {
    return undefined
  }
  // The last character has bits to spare; only the spelling that was minted counts.
  if (bytes.toString('base64url') !== text) return undefined
  const id = bytes.toString('hex', MAC_BYTES, HEAD_BYTES)
  return { publisherId: BigInt(`0x${bytes.toString('hex', HEAD_BYTES)}`), clickId: hyphenated(id) }
}

function macOf(key: KeyObject, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(body).digest()
}

function hyphenated(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
