import { expect, test } from 'vitest'
import { PrefixCounter } from './prefix-counter.ts'

test('lets each prefix have its number of events in a window', () => {
  const counter = new PrefixCounter({ windowMs: 60_000, max: 2 })
  const over = ['a', 'a', 'b', 'a', 'b', 'b'].map((prefix) => counter.isOver(prefix, 30_000))
  expect(over).toEqual([false, false, false, true, false, true])
  expect(counter.secondsLeft(30_000)).toBe(30)
  expect(counter.isOver('a', 60_000)).toBe(false)
})

test('counts the prefixes beyond its number together, and those without an address', () => {
  const counter = new PrefixCounter({ windowMs: 60_000, max: 2, maxPrefixes: 2 })
  const over = ['a', 'b', 'c', 'd', 'e', undefined, 'a'].map((prefix) => counter.isOver(prefix, 0))
  expect(over).toEqual([false, false, false, false, true, true, false])
})
