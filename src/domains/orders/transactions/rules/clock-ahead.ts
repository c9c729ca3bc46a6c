import { uuid7Time } from '#kernel/uuid7.ts'

/**
 * The time of a click is believed up to this far ahead of the clock, in milliseconds. Only this network signs click
 * tokens, so a click of the future shows that a clock of ours was ahead, or that the present one is behind. A click
 * further ahead would extend its window by as much.
 */
export const MAX_AHEAD_MS = 24 * 3_600_000

/** The most orders of one advertiser that wait at a time. */
export const MAX_WAITING_ORDERS = 10_000

/** An order waits at most this long after its postback, in milliseconds: less than the promised hour. */
export const MAX_WAIT_MS = 50 * 60_000

/** Tells whether a click is newer than the clock. */
export function isAhead(clickId: string, now: Date): boolean {
  return uuid7Time(clickId) > now.getTime()
}

/** Tells whether the time of a click is too far ahead of the clock to be believed. */
export function isTooFarAhead(clickedAt: Date, now: Date): boolean {
  return clickedAt.getTime() - now.getTime() > MAX_AHEAD_MS
}
