import { expect, test } from 'vitest'
import { listNextKeys } from './shortcuts.ts'
import type { Shortcut } from './shortcuts.ts'

const make = (keys: string, label = keys): Shortcut => ({ keys, label, run: () => {} })

const groups = [
  { title: 'Go to', shortcuts: [make('g t'), make('g h')] },
  { title: 'List', shortcuts: [make('j', 'next row'), make('/')] },
  { title: 'Drawer', shortcuts: [make('j', 'next order')] },
]

const labels = (before?: string) =>
  Object.fromEntries([...listNextKeys(groups, before)].map(([key, shortcut]) => [key, shortcut?.label ?? null]))

test('a key does what was registered last, or waits for the second key', () => {
  expect(labels()).toEqual({ g: null, j: 'next order', '/': '/' })
})

test('after the first of two keys only those that begin with it count', () => {
  expect(labels('g')).toEqual({ t: 'g t', h: 'g h' })
  expect(labels('x')).toEqual({})
})
