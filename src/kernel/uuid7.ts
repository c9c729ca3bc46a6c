const POOL_BYTES = 8192
const pool = new Uint8Array(POOL_BYTES)
let poolOffset = POOL_BYTES
let lastMs = 0
let sequence = 0

/**
 * A time-ordered UUID (RFC 9562, version 7) as lower-case text. Its first 48 bits are the given millisecond, so the
 * instant can be read back with `uuid7Time`. Ids made in one process within one millisecond ascend.
 */
export function uuid7(nowMs: number): string {
  if (poolOffset + 10 > POOL_BYTES) {
    crypto.getRandomValues(pool)
    poolOffset = 0
  }
  const random = pool.subarray(poolOffset, (poolOffset += 10))
  return format(nowMs, nextSequence(nowMs, random), random)
}

/** The instant inside a version 7 UUID, in milliseconds since the epoch. */
export function uuid7Time(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

function nextSequence(nowMs: number, random: Uint8Array): number {
  if (nowMs !== lastMs) {
    lastMs = nowMs
    sequence = (((random[0] ?? 0) << 8) | (random[1] ?? 0)) & 0x3ff
  } else {
    sequence = (sequence + 1) & 0xfff
  }
  return sequence
}

function format(nowMs: number, counter: number, random: Uint8Array): string {
  const time = nowMs.toString(16).padStart(12, '0')
  const variant = hex[((random[2] ?? 0) & 0x3f) | 0x80]
  let tail = ''
  for (let index = 3; index < 10; index++) tail += hex[random[index] ?? 0]
  const head = `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}`
  return `${head}-${variant}${tail.slice(0, 2)}-${tail.slice(2)}`
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
