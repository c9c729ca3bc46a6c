import { describe, expect, test } from 'vitest'
import { ConnectionBounds } from './connection-bounds.ts'
import type { Activity, BoundedConnection } from './connection-bounds.ts'

class Connection implements BoundedConnection {
  readonly prefix: string | undefined
  activity: Activity
  isOpen = true

  constructor(activity: Activity = 'idle', prefix: string | undefined = 'a') {
    this.activity = activity
    this.prefix = prefix
  }

  destroy(): void {
    this.isOpen = false
  }
}

function fill(activities: readonly Activity[], prefix = 'a') {
  const limits = { open: 8, openPerPrefix: 4, receiving: 3, receivingPerPrefix: 2, bodyBytes: 0 }
  const bounds = new ConnectionBounds<Connection>(limits)
  const add = (connection: Connection) => {
    const isAdded = bounds.add(connection)
    if (isAdded && connection.activity === 'receiving') bounds.beginReceiving(connection)
    return isAdded
  }
  const connections = activities.map((activity) => new Connection(activity, prefix))
  for (const connection of connections) add(connection)
  return { bounds, add, connections, isOpen: () => connections.map(({ isOpen }) => isOpen) }
}

describe('a connection beyond the bound of its prefix', () => {
  test.each<[string, Activity[], boolean[]]>([
    ['the oldest idle one', ['answering', 'receiving', 'idle', 'idle'], [true, true, false, true]],
    ['the oldest that sends', ['answering', 'receiving', 'receiving', 'answering'], [true, false, true, true]],
  ])('takes the place of %s', (_, activities, expected) => {
    const { add, isOpen } = fill(activities)
    expect(add(new Connection())).toBe(true)
    expect(isOpen()).toEqual(expected)
  })

  test('is refused while all others wait for a response', () => {
    const { add, isOpen } = fill(['answering', 'answering', 'answering', 'answering'])
    expect(add(new Connection())).toBe(false)
    expect(isOpen()).toEqual([true, true, true, true])
  })

  test('does not concern another prefix, or a trusted proxy', () => {
    const { add, isOpen } = fill(['idle', 'idle', 'idle', 'idle'])
    expect(add(new Connection('idle', 'b'))).toBe(true)
    const ofProxy = Array.from({ length: 3 }, () => new Connection('idle', ''))
    for (const connection of ofProxy) Object.assign(connection, { prefix: undefined })
    for (const connection of ofProxy) expect(add(connection)).toBe(true)
    expect(isOpen()).toEqual([true, true, true, true])
  })
})

test('a connection beyond the bound of the worker takes the place of the oldest idle one', () => {
  const { add, isOpen } = fill(['answering', 'idle', 'idle', 'idle'])
  for (const prefix of ['b', 'c', 'd', 'e']) add(new Connection('idle', prefix))
  expect(isOpen()).toEqual([true, true, true, true])
  expect(add(new Connection('idle', 'f'))).toBe(true)
  expect(isOpen()).toEqual([true, false, true, true])
})

describe('an incomplete request beyond the bound', () => {
  test('of its prefix takes the place of the one that has been sent for longest', () => {
    const { add, isOpen } = fill(['receiving', 'receiving'])
    add(new Connection('receiving'))
    expect(isOpen()).toEqual([false, true])
  })

  test('of the worker takes the place of the one that has been sent for longest', () => {
    const { add, isOpen } = fill(['receiving', 'receiving'])
    for (const prefix of ['b', 'c']) add(new Connection('receiving', prefix))
    expect(isOpen()).toEqual([false, true])
  })

  test('closes no connection whose request is complete by now', () => {
    const { add, connections, isOpen } = fill(['receiving', 'receiving'])
    for (const connection of connections) connection.activity = 'answering'
    add(new Connection('receiving'))
    expect(isOpen()).toEqual([true, true])
  })
})

test('a closed connection makes room', () => {
  const { bounds, add, connections, isOpen } = fill(['answering', 'answering', 'answering', 'answering'])
  const [first = new Connection()] = connections
  bounds.remove(first)
  expect(add(new Connection())).toBe(true)
  expect(isOpen()).toEqual([true, true, true, true])
})
