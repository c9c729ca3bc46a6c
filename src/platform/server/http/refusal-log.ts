import type { FastifyRequest } from 'fastify'
import { MINUTE_MS } from '#kernel/days.ts'

const MAX_LINES_PER_MINUTE = 60

let minute = 0
let lines = 0

/**
 * Logs a request that was refused because it could not be read, in one line without its values. It logs at most 60 such
 * lines a minute, and then how many it left out, because strangers decide how many there are.
 */
export function logUnreadable(request: FastifyRequest, refusal: { status: number; code: string }): void {
  const now = Math.floor(Date.now() / MINUTE_MS)
  if (now !== minute) {
    const omitted = lines - MAX_LINES_PER_MINUTE
    if (omitted > 0) request.log.warn({ omitted }, 'more requests could not be read')
    minute = now
    lines = 0
  }
  lines += 1
  if (lines > MAX_LINES_PER_MINUTE) return
  const { method, routeOptions } = request
  request.log.warn({ method, route: routeOptions.url, ...refusal }, 'a request could not be read')
}

/** Returns what to log when a page refused a form as unreadable or unknown; `undefined` for another answer. */
export function findFormRefusal(method: string, status: number): { status: number; code: string } | undefined {
  if (method === 'GET' || (status !== 400 && status !== 415)) return undefined
  return { status, code: status === 415 ? 'request.encoding' : 'bad_request' }
}
