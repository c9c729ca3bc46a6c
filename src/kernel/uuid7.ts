const POOL_BYTES = 8192
/** Of one id: three for the counter's start, sixteen for its end. */
const RANDOM_DIGITS = 19

let pool = ''
let poolOffset = 0
let lastMs = 0
let head = ''
let counter = 0

/**
 * A time-ordered UUID (RFC 9562, version 7) as lower-case text. Its first 48 bits are the given millisecond, so the
 * instant can be read back with `uuid7Time`. Ids made in one process within one millisecond ascend.
 */
export function uuid7(nowMs: number): string {
  if (poolOffset + RANDOM_DIGITS > pool.length) refill()
  const random = pool.slice(poolOffset, (poolOffset += RANDOM_DIGITS))
  count(nowMs, random)
  const variant = VARIANTS.charAt(Number.parseInt(random.charAt(3), 16) & 3)
  return `${head}${digits[counter]}-${variant}${random.slice(4, 7)}-${random.slice(7)}`
}

/** The instant inside a version 7 UUID, in milliseconds since the epoch. */
export function uuid7Time(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

const VARIANTS = '89ab'
const digits = Array.from({ length: 0x1000 }, (_, number) => number.toString(16).padStart(3, '0'))

/** The next counter of a millisecond; a new one begins at random in the lower quarter, which leaves room. */
function count(nowMs: number, random: string): void {
  if (nowMs === lastMs) {
    counter = (counter + 1) & 0xfff
    return
  }
  lastMs = nowMs
  counter = Number.parseInt(random.slice(0, 3), 16) & 0x3ff
  const time = nowMs.toString(16).padStart(12, '0')
  head = `${time.slice(0, 8)}-${time.slice(8)}-7`
}

function refill(): void {
  pool = crypto.getRandomValues(new Uint8Array(POOL_BYTES)).toHex()
  poolOffset = 0
}
