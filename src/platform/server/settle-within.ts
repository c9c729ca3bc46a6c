import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for `work`; returns undefined when it fails or takes longer than `ms`. The work itself goes on. */
export async function settleWithin<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const late = new AbortController()
  try {
    return await Promise.race([work, sleep(ms, undefined, { signal: late.signal, ref: false })])
  } catch {
    return undefined
  } finally {
    late.abort()
  }
}
