import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SealingKey } from './sealing-key.ts'

const ALGORITHM = 'aes-256-gcm'
const FORMAT = 1
const ID = { from: 1, until: 9 } as const
const NONCE = { from: 9, until: 21 } as const
const TAG = { from: 21, until: 37 } as const

/**
 * Encrypts a value with AES-256-GCM. `place` says where the value is stored; it is authenticated, so that a value that
 * was copied to another row does not open there. The layout stands in migrations/0001_platform.sql.
 */
export function encrypt(key: SealingKey, place: string, value: Buffer | string): Buffer {
  const nonce = randomBytes(NONCE.until - NONCE.from)
  const cipher = createCipheriv(ALGORITHM, key.bytes, nonce).setAAD(Buffer.from(place))
  const text = Buffer.concat([
    typeof value === 'string' ? cipher.update(value, 'utf8') : cipher.update(value),
    cipher.final(),
  ])
  return Buffer.concat([Buffer.from([FORMAT]), Buffer.from(key.id, 'hex'), nonce, cipher.getAuthTag(), text])
}

/** Decrypts a value of `encrypt`. Throws when the key or the place is another one, or when a byte was changed. */
export function decrypt(key: SealingKey, place: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key.bytes, sealed.subarray(NONCE.from, NONCE.until))
  decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(TAG.from, TAG.until))
  return Buffer.concat([decipher.update(sealed.subarray(TAG.until)), decipher.final()])
}

/** Reads the id of the key that sealed a value. */
export function readKeyId(sealed: Buffer): string {
  return sealed.subarray(ID.from, ID.until).toString('hex')
}
