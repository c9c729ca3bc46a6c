import { describe, expect, test } from 'vitest'
import { getInitials, getTone } from './initials.ts'

describe('getInitials', () => {
  test.each([
    ['Gomino', 'G'],
    ['Sport Chek', 'SC'],
    ['bonprix', 'B'],
    ['  TikTok for Business', 'TF'],
    ['7-Eleven', '7E'],
    ['élan', 'É'],
    ['王府井', '王'],
    ['🎉', '·'],
    ['', '·'],
  ])('%j becomes %j', (name, letters) => {
    expect(getInitials(name)).toBe(letters)
  })
})

describe('getTone', () => {
  test('does not depend on case or surrounding blanks', () => {
    expect(getTone(' Gomino ')).toBe(getTone('gomino'))
  })

  test('spreads names over all eight tones', () => {
    const tones = new Set(Array.from({ length: 200 }, (_, index) => getTone(`merchant ${index}`)))
    expect([...tones].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })
})
