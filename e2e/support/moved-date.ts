import { readFileSync } from 'node:fs'
import process from 'node:process'

/*
 * Loaded into each process of a network under test before the product (`node --import`), so that `Date` shows the time
 * that the test has reached. The file MOVED_CLOCK contains by how many milliseconds it is ahead; it is read again at
 * most 50 times a second. Only what asks for the present time changes; a date that is made from a value stays as it is.
 */
const READ_AGAIN_MS = 20

const path = process.env['MOVED_CLOCK'] ?? ''
const RealDate = Date
let aheadMs = 0
let readAt = Number.NEGATIVE_INFINITY

function now(): number {
  if (performance.now() - readAt > READ_AGAIN_MS) {
    readAt = performance.now()
    aheadMs = Number(readFileSync(path, 'utf8'))
  }
  return RealDate.now() + aheadMs
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: [], newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})
