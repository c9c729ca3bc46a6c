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

// Hashing takes the thread pool that files and name look-ups need as well, so it never gets more than half of it.
const MAX_RUNNING = 2
const MAX_WAITING = 200

/**
 * The argon2id hash of a password as a PHC string. Every password is normalised, so that all keyboards type the same
 * one.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await hash(password, salt, COST)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/**
 * Whether a password has this hash. Without a hash the answer is no and takes just as long, so that nobody can tell
 * from the time whether there is one. Refuses with 503 while too many are waiting.
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
