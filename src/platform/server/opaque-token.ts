import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 random bits for a cookie or a mailed link, safe in a URL. Only its hash is stored. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: its SHA-256. The token has so many bits that no slower hash is needed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
