import { randomInt } from 'node:crypto'
import { generateSecret, generateURI, verify } from 'otplib'
import { hashToken } from '#platform/server/secrets/opaque-token.ts'
import type { SealedColumn } from '#platform/server/sealing/sealing.ts'

/** Where the secrets of authenticator apps are stored. */
export const SEALED_TOTP_SECRET: SealedColumn = { table: 'account_totp', column: 'sealed_secret', key: 'account_id' }

/** Clocks of phones may differ by this much, and a code may be typed as it expires. */
const TOLERANCE_SECONDS = 30

/** Creates the secret of an authenticator app: 160 bits in base32. */
export function createTotpSecret(): string {
  return generateSecret()
}

/** Builds the address that the QR code contains. */
export function buildTotpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return generateURI({ secret, issuer, label })
}

/** A typed code, the secret to compare it with, and the time. */
export interface TotpCheck {
  code: string
  secret: string
  now: Date
}

/** Returns the 30 seconds, counted from 1970, to which a code belongs; undefined when the code is wrong. */
export async function findTimeStep({ code, secret, now }: TotpCheck): Promise<number | undefined> {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  const result = await verify({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

const RECOVERY_CODES = 10
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

/** Creates recovery codes of some 79 random bits each: `k7qm-2xwz-…`. */
export function createRecoveryCodes(): string[] {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'))
}

/** Returns the hash of a recovery code, without regard to case, blanks and hyphens. */
export function hashRecoveryCode(code: string): Buffer {
  return hashToken(code.toLowerCase().replaceAll(/[\s-]/g, ''))
}
