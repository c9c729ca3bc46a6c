import { createHmac } from 'node:crypto'
import { uuid7, uuid7Time } from '#kernel/uuid7.ts'
import { clickTokenKey, mintClickToken, readClickToken } from './click-token.ts'
import type { ClickTokenKey } from './click-token.ts'

/** A click that the network issues to test a shop. It has no row anywhere: its token says all. */
export interface TestClick {
  advertiserId: bigint
  issuedAt: Date
}

const PREFIX = 'test-'

/** Prepares the key of test clicks from the app's secret: not that of clicks, so no token reads as both. */
export function testClickKey(secret: Uint8Array): ClickTokenKey {
  return clickTokenKey(createHmac('sha256', secret).update('test click').digest())
}

/** Creates the token of a test click: `test-` and, as in a click token, a MAC, the advertiser's id and a UUID. */
export function mintTestClick(key: ClickTokenKey, { advertiserId, issuedAt }: TestClick): string {
  return PREFIX + mintClickToken(key, { publisherId: advertiserId, clickId: uuid7(issuedAt.getTime()) })
}

/** Reads the token of a test click; undefined for every other text, click tokens included. */
export function readTestClick(key: ClickTokenKey, text: string): TestClick | undefined {
  if (!text.startsWith(PREFIX)) return undefined
  const ref = readClickToken(key, text.slice(PREFIX.length))
  return ref && { advertiserId: ref.publisherId, issuedAt: new Date(uuid7Time(ref.clickId)) }
}
