import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Creates a URL-safe secret of 256 random bits for a cookie or an e-mail link. Store only its hash. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the SHA-256 of a token, for storage. The token is random, so a slow password hash is not needed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Compares two secrets by their digests, so that the time says nothing about them. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hashToken(one), hashToken(other))
}
