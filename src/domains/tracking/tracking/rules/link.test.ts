import { expect, test } from 'vitest'
import { pickSite, splitAddresses } from './link.ts'

test('typed text is split into one address per line', () => {
  expect(splitAddresses(' https://a.example/ \r\n\r\nhttps://b.example/x y\n\t\n')).toEqual([
    'https://a.example/',
    'https://b.example/x y',
  ])
  expect(splitAddresses('')).toEqual([])
})

test('the site of a link is the one with the key, else the first active one, else the first', () => {
  const [off, on, last] = [
    { key: 'off', isActive: false },
    { key: 'on', isActive: true },
    { key: 'last', isActive: true },
  ]
  expect(pickSite([off, on, last], 'off')).toBe(off)
  expect(pickSite([off, on, last], 'other')).toBeUndefined()
  expect(pickSite([off, on, last], '')).toBe(on)
  expect(pickSite([off], '')).toBe(off)
  expect(pickSite([], '')).toBeUndefined()
})
