import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../files/durable-file.ts'
import { StartError } from '../start-error.ts'

/** A key that seals secrets, with the id under which values and the database name it. */
export interface SealingKey {
  /** 16 hexadecimal digits, derived from the key. They do not reveal it. */
  id: string
  /** 32 bytes. */
  bytes: Buffer
}

/** The part of the configuration that says where the keys are. */
export interface KeySource {
  /** Keys of SECRET_KEY, the newest first; undefined when the variable is unset. */
  secretKeys: readonly SealingKey[] | undefined
  dataDir: string
}

const KEY_BYTES = 32
const READABLE_BY_OTHERS = 0o077

/**
 * Parses keys that are separated by commas or line ends: each 64 hexadecimal digits, or 32 bytes in base64. Undefined
 * when one of them is neither, or when there is none.
 */
export function parseKeys(text: string): SealingKey[] | undefined {
  const keys = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(parseKey)
  return keys.length > 0 && keys.every((key) => key !== undefined) ? keys : undefined
}

/**
 * Reads the keys of SECRET_KEY, or else those of DATA_DIR/secret.key; none when neither exists. Throws a StartError
 * when other users may read the file, or when it holds something else.
 */
export function readKeys({ secretKeys, dataDir }: KeySource): readonly SealingKey[] {
  if (secretKeys !== undefined) return secretKeys
  const file = getKeyFile(dataDir)
  if (!existsSync(file)) return []
  if (process.platform !== 'win32' && (statSync(file).mode & READABLE_BY_OTHERS) !== 0) {
    throw new StartError(`Other users may read ${file}. Run: chmod 600 ${file}`)
  }
  const keys = parseKeys(readKeyFile(file))
  if (keys === undefined) throw new StartError(`${file} holds no key. Restore it from a backup.`)
  return keys
}

/** Creates a random key. */
export function createKey(): SealingKey {
  return toKey(randomBytes(KEY_BYTES))
}

/** Writes DATA_DIR/secret.key with mode 600, so that a power cut leaves either the old or the new file. */
export function writeKeyFile(dataDir: string, keys: readonly SealingKey[]): void {
  writeDurably(getKeyFile(dataDir), keys.map(({ bytes }) => `${bytes.toString('hex')}\n`).join(''))
}

/** Names the place of the keys for messages. */
export function describeSource({ secretKeys, dataDir }: KeySource): string {
  return secretKeys === undefined ? getKeyFile(dataDir) : 'SECRET_KEY'
}

function getKeyFile(dataDir: string): string {
  return join(dataDir, 'secret.key')
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError(`${file} cannot be read. Start the network as the owner of that file.`, { cause: error })
  }
}

function parseKey(text: string): SealingKey | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return toKey(Buffer.from(text, 'hex'))
  if (/^[\w+/-]{43}=?$/.test(text)) return toKey(Buffer.from(text, 'base64'))
  return undefined
}

function toKey(bytes: Buffer): SealingKey {
  const id = createHash('sha256').update('tandem sealing key').update(bytes).digest('hex').slice(0, 16)
  return { id, bytes }
}
