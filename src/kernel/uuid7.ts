const POOL_BYTES = 8192
/** Random hexadecimal digits per id: three for the start of the counter, sixteen for the end of the id. */
const RANDOM_DIGITS = 19

let pool = ''
let poolOffset = 0
let lastMs = 0
let timePart = ''
let counter = 0

/**
 * Creates a time-ordered UUID (RFC 9562, version 7) as lower-case text. Its first 48 bits are the given millisecond,
 * which `uuid7Time` reads. Ids that one process creates in one millisecond ascend.
 */
export function uuid7(nowMs: number): string {
  if (poolOffset + RANDOM_DIGITS > pool.length) refill()
  const random = pool.slice(poolOffset, (poolOffset += RANDOM_DIGITS))
  advanceCounter(nowMs, random)
  const variant = VARIANTS.charAt(Number.parseInt(random.charAt(3), 16) & 3)
  return `${timePart}${digits[counter]}-${variant}${random.slice(4, 7)}-${random.slice(7)}`
}

/** Returns the lowest version 7 UUID of a millisecond, at least of 1970. Ids of earlier milliseconds sort before it. */
export function firstUuid7(ms: number): string {
  const time = Math.max(ms, 0).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** Reads the time of a version 7 UUID, in milliseconds since the epoch. */
export function uuid7Time(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

const VARIANTS = '89ab'
const digits = Array.from({ length: 0x1000 }, (_, number) => number.toString(16).padStart(3, '0'))

/**
 * Advances the counter of a millisecond. Each millisecond starts at a random value in the lower quarter, which leaves
 * room for more ids.
 */
function advanceCounter(nowMs: number, random: string): void {
  if (nowMs === lastMs) {
    counter = (counter + 1) & 0xfff
    return
  }
  lastMs = nowMs
  counter = Number.parseInt(random.slice(0, 3), 16) & 0x3ff
  const time = nowMs.toString(16).padStart(12, '0')
  timePart = `${time.slice(0, 8)}-${time.slice(8)}-7`
}

function refill(): void {
  pool = crypto.getRandomValues(new Uint8Array(POOL_BYTES)).toHex()
  poolOffset = 0
}
