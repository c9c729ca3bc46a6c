import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '#kernel/errors.ts'

const derive = promisify(argon2)

interface Cost {
  memory: number
  passes: number
  parallelism: number
}

// OWASP's first recommendation for argon2id: 19 MiB, 2 passes, 1 lane.
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32
const SALT_BYTES = 16

// Hashing runs in the thread pool of libuv, which file access and DNS look-ups share. It may use half of the pool.
const MAX_RUNNING = 2
const MAX_WAITING = 200

/**
 * Hashes a password with argon2id and returns a PHC string. The password is normalised (NFKC) first, because keyboards
 * encode the same character differently.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await hash(password, salt, COST)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/**
 * Checks a password against its hash. Without a hash the result is false after the same time, so that the time does not
 * tell whether an account exists. Refuses with 503 when too many checks are waiting.
 */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const { salt, tag, cost } = parsePhc(phc ?? (await unknownHash()))
  const found = await hash(password, salt, cost)
  return timingSafeEqual(found, tag) && phc !== null
}

let unknown: Promise<string> | undefined

function unknownHash(): Promise<string> {
  unknown ??= hashPassword(randomBytes(SALT_BYTES).toString('hex'))
  return unknown
}

async function hash(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  await enter()
  try {
    return await derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce: salt,
      tagLength: TAG_BYTES,
      ...cost,
    })
  } finally {
    leave()
  }
}

let running = 0
const waiting: (() => void)[] = []

async function enter(): Promise<void> {
  if (running < MAX_RUNNING) {
    running++
    return
  }
  if (waiting.length >= MAX_WAITING) {
    throw new Refusal({ code: 'busy', status: 503, retryAfterSeconds: 5 })
  }
  await new Promise<void>((resolve) => waiting.push(resolve))
}

function leave(): void {
  const next = waiting.shift()
  if (next) next()
  else running--
}

function parsePhc(phc: string): { salt: Buffer; tag: Buffer; cost: Cost } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc)
  if (!match) throw new Error('A stored password hash is not an argon2id PHC string.')
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  return {
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
