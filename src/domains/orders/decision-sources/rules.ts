import { DAY_MS, HOUR_MS } from '#kernel/days.ts'

/** A fetch that failed is repeated every hour so many times, and then on the next day. */
export const MAX_RETRIES = 3

/** Returns the next time at which an hour of the day (UTC) begins. */
export function getNextHour(now: Date, hour: number): Date {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS + hour * HOUR_MS
  return new Date(today > now.getTime() ? today : today + DAY_MS)
}

/** Returns when a file is fetched again, after `failures` fetches that failed one after another. */
export function getNextFetch(now: Date, { hour, failures }: { hour: number; failures: number }): Date {
  const regular = getNextHour(now, hour)
  if (failures === 0 || failures > MAX_RETRIES) return regular
  const retry = new Date(now.getTime() + HOUR_MS)
  return retry < regular ? retry : regular
}

/** Whether a text is an address of a web server. Whether the server is public shows when it is fetched. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === ''
}
